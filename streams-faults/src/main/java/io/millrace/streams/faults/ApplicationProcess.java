package io.millrace.streams.faults;

import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Predicate;

import org.jspecify.annotations.Nullable;

/**
 * A process under test, as its tester holds it: killed, stopped, frozen, asked for its
 * stores. What it writes is kept in a file. Used by one thread; a second one reads what
 * the process says.
 */
public final class ApplicationProcess implements AutoCloseable {

	private static final Duration TIMEOUT = Duration.ofSeconds(60);

	private final Process process;

	private final Writer commands;

	private final Path log;

	private final List<String> said = new ArrayList<>();

	private boolean ended;

	private ApplicationProcess(Process process, Path log) {
		this.process = process;
		this.log = log;
		this.commands = new BufferedWriter(process.outputWriter(StandardCharsets.UTF_8));
		Thread reader = new Thread(this::read, "output of process " + process.pid());
		reader.setDaemon(true);
		reader.start();
	}

	/**
	 * Starts a process on the class path of this one.
	 * @param main the class to start, which calls {@link FaultSubject#run}
	 * @param arguments its arguments
	 * @param log the file that takes what it writes, behind what is there
	 * @param armed a point to be killed at as soon as it starts; null for none
	 * @return the process
	 */
	public static ApplicationProcess start(Class<?> main, List<String> arguments, Path log,
			@Nullable FaultPoint armed) {
		List<String> command = new ArrayList<>(
				List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString(), "-Xmx192m", "-Xshare:auto",
						"-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", main.getName()));
		command.addAll(arguments);
		ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
		// A variable, not an argument: the list of processes stays readable.
		builder.environment().put("CLASSPATH", System.getProperty("java.class.path"));
		builder.environment().put(ControlLine.VARIABLE, (armed != null) ? armed + " 0" : "none");
		try {
			return new ApplicationProcess(builder.start(), log);
		}
		catch (IOException ex) {
			throw new FaultRunException("The process of " + main.getName() + " can't be started: " + ex.getMessage(),
					ex);
		}
	}

	private void read() {
		try (BufferedReader output = new BufferedReader(
				new InputStreamReader(this.process.getInputStream(), StandardCharsets.UTF_8));
				Writer file = Files.newBufferedWriter(this.log, StandardOpenOption.CREATE, StandardOpenOption.APPEND)) {
			file.write("---- process " + this.process.pid() + "\n");
			String line = output.readLine();
			while (line != null) {
				file.write(line + "\n");
				file.flush();
				if (line.startsWith(ControlLine.MARK)) {
					heard(line.substring(ControlLine.MARK.length()));
				}
				line = output.readLine();
			}
		}
		catch (IOException ex) {
			// The process is gone.
		}
		synchronized (this.said) {
			this.ended = true;
			this.said.notifyAll();
		}
	}

	private void heard(String text) {
		synchronized (this.said) {
			this.said.add(text);
			this.said.notifyAll();
		}
	}

	/**
	 * Has the process stop where it can be killed.
	 * @param point the point
	 * @param passes how often it is passed before
	 */
	public void arm(FaultPoint point, int passes) {
		command(ControlLine.ARM + point + " " + passes);
	}

	/**
	 * Waits until the process stands at a point.
	 * @param point the point
	 * @param timeout how long to wait
	 * @return whether it got there in that time
	 */
	public boolean awaitReached(FaultPoint point, Duration timeout) {
		return await((text) -> text.equals(ControlLine.REACHED + point), timeout);
	}

	/**
	 * Waits until the application is in a state.
	 * @param state the state's name
	 * @param timeout how long to wait
	 * @return whether it got there in that time, now or before
	 */
	public boolean awaitState(String state, Duration timeout) {
		return await((text) -> text.equals(ControlLine.STATE + state), timeout);
	}

	private boolean await(Predicate<String> wanted, Duration timeout) {
		long deadline = System.nanoTime() + timeout.toNanos();
		synchronized (this.said) {
			while (this.said.stream().noneMatch(wanted)) {
				long left = deadline - System.nanoTime();
				if (left <= 0 || this.ended) {
					return false;
				}
				try {
					TimeUnit.NANOSECONDS.timedWait(this.said, left);
				}
				catch (InterruptedException ex) {
					Thread.currentThread().interrupt();
					return false;
				}
			}
			return true;
		}
	}

	/**
	 * Asks for the committed entries of a key-value, window or session store that are in
	 * this process.
	 * @param store the store's name
	 * @return keys and values as text
	 * @throws FaultRunException if the process doesn't answer, or can't say
	 */
	public Map<String, String> entries(String store) {
		synchronized (this.said) {
			this.said.removeIf((text) -> text.startsWith(ControlLine.ENTRY) || text.startsWith(ControlLine.END));
		}
		command(ControlLine.ENTRIES + store);
		boolean answered = await((text) -> text.startsWith(ControlLine.END), TIMEOUT);
		Map<String, String> entries = new TreeMap<>();
		synchronized (this.said) {
			if (!answered || !this.said.contains(ControlLine.END + store)) {
				throw new FaultRunException(this + " doesn't show the store " + store + ": " + this.said, null);
			}
			for (String text : this.said) {
				if (text.startsWith(ControlLine.ENTRY)) {
					String[] entry = text.substring(ControlLine.ENTRY.length()).split("\t", 2);
					entries.put(entry[0], entry[1]);
				}
			}
		}
		return entries;
	}

	private void command(String text) {
		try {
			this.commands.write(text + "\n");
			this.commands.flush();
		}
		catch (IOException ex) {
			throw new FaultRunException(this + " doesn't take commands: " + ex.getMessage(), ex);
		}
	}

	/**
	 * Ends the process as {@code kill -9} does, and returns when it's gone.
	 */
	public void kill() {
		this.process.destroyForcibly();
		awaitEnd();
	}

	/**
	 * Asks the process to end, as {@code kill} does, and returns when it has.
	 * @throws FaultRunException if it takes more than a minute
	 */
	public void stop() {
		this.process.destroy();
		awaitEnd();
	}

	/**
	 * Freezes the process.
	 */
	public void pause() {
		signal("-STOP");
	}

	/**
	 * Lets a frozen process go on.
	 */
	public void resume() {
		signal("-CONT");
	}

	/**
	 * Has the process write what its threads do to its log.
	 */
	public void dumpThreads() {
		signal("-QUIT");
	}

	private void signal(String signal) {
		try {
			int code = new ProcessBuilder("kill", signal, String.valueOf(this.process.pid())).start().waitFor();
			if (code != 0) {
				throw new FaultRunException(this + " can't be sent " + signal + ": kill ended with " + code, null);
			}
		}
		catch (IOException ex) {
			throw new FaultRunException(this + " can't be sent " + signal + ": " + ex.getMessage(), ex);
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
			throw new FaultRunException("Interrupted while sending " + signal, ex);
		}
	}

	private void awaitEnd() {
		try {
			this.process.onExit().get(TIMEOUT.toSeconds(), TimeUnit.SECONDS);
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
			throw new FaultRunException("Interrupted while waiting for a process to end", ex);
		}
		catch (TimeoutException | java.util.concurrent.ExecutionException ex) {
			throw new FaultRunException(this + " doesn't end", ex);
		}
	}

	/**
	 * Whether the process runs, frozen or not.
	 * @return true if so
	 */
	public boolean isAlive() {
		return this.process.isAlive();
	}

	/**
	 * The process's id.
	 * @return the id
	 */
	public long pid() {
		return this.process.pid();
	}

	@Override
	public void close() {
		this.process.destroyForcibly();
	}

	@Override
	public String toString() {
		return "Process " + this.process.pid() + " (see " + this.log + ")";
	}

}
