package io.stepgraph.postgres;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** Stands between a store and its server, to lose replies and to cut connections. */
public final class TcpProxy implements AutoCloseable {
    /** https://www.postgresql.org/docs/current/protocol-message-formats.html */
    private static final byte[] READY = {'Z', 0, 0, 0, 5, 'I'};

    private final ServerSocket entrance;
    private final int server;
    private final List<Socket> sockets = new CopyOnWriteArrayList<>();
    private boolean losesReplies;
    private boolean losesNextEnd;

    public TcpProxy(int server) {
        this.server = server;
        try {
            this.entrance = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
        inBackground(this::accept);
    }

    public int port() {
        return entrance.getLocalPort();
    }

    /** From now on, what the server says to those who are connected does not arrive. */
    synchronized void loseReplies() {
        losesReplies = true;
    }

    /** The same, from the end of the next transaction on: it is done then, and who wanted it does not know. */
    public synchronized void loseNextEnd() {
        losesNextEnd = true;
    }

    /** Cuts every connection; those made from now on are whole. */
    public void cut() {
        synchronized (this) {
            losesNextEnd = false;
            losesReplies = false;
        }
        sockets.forEach(TcpProxy::close);
        sockets.clear();
    }

    @Override
    public void close() throws IOException {
        entrance.close();
        cut();
    }

    private void accept() {
        try {
            while (true) {
                Socket client = entrance.accept();
                Socket target = new Socket(InetAddress.getLoopbackAddress(), server);
                sockets.add(client);
                sockets.add(target);
                inBackground(() -> pass(client, target, false));
                inBackground(() -> pass(target, client, true));
            }
        } catch (IOException closed) {
            sockets.forEach(TcpProxy::close);
        }
    }

    private void pass(Socket from, Socket to, boolean isReply) {
        try (InputStream in = from.getInputStream();
                OutputStream out = to.getOutputStream()) {
            byte[] buffer = new byte[8192];
            for (int count = in.read(buffer); count >= 0; count = in.read(buffer)) {
                if (!isReply || arrives(buffer, count)) {
                    out.write(buffer, 0, count);
                }
            }
        } catch (IOException cut) {
            close(from);
        }
    }

    private synchronized boolean arrives(byte[] reply, int count) {
        if (losesNextEnd && isEnd(reply, count)) {
            losesReplies = true;
        }
        return !losesReplies;
    }

    /** Whether the server says last that it is ready, and in no transaction. */
    private static boolean isEnd(byte[] reply, int count) {
        return count >= READY.length && Arrays.equals(READY, 0, READY.length, reply, count - READY.length, count);
    }

    private static void inBackground(Runnable task) {
        Thread thread = new Thread(task, "proxy");
        thread.setDaemon(true);
        thread.start();
    }

    private static void close(Socket socket) {
        try {
            socket.close();
        } catch (IOException alreadyClosed) {
            throw new UncheckedIOException(alreadyClosed);
        }
    }
}
