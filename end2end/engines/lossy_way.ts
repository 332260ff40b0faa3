// A way to the portal that can lose answers: what was sent arrives, and what comes back does not.
import { type AddressInfo, connect, createServer, type Socket } from "node:net";

export interface LossyWay {
  /** Its address. */
  url: string;
  /** From here on answers are lost, or arrive again. */
  loseAnswers(lost: boolean): void;
  stop(): Promise<void>;
}

/** Opens such a way to the server under test. */
export async function openLossyWay(): Promise<LossyWay> {
  const { hostname, port } = new URL(process.env.EVENHAND_URL ?? "");
  const open = new Set<Socket>();
  let losing = false;
  const way = createServer((client) => {
    const server = connect(Number(port), hostname);
    for (const [socket, other] of [
      [client, server],
      [server, client],
    ]) {
      open.add(socket);
      // The other end learns of it, however this one ended.
      socket.on("error", () => {}).on("close", () => open.delete(socket) && other.destroy());
    }
    client.pipe(server);
    server.on("data", (bytes) => (losing ? client.destroy() : client.write(bytes)));
  });
  await new Promise<void>((listens) => way.listen(0, "127.0.0.1", listens));
  return {
    url: `http://127.0.0.1:${(way.address() as AddressInfo).port}`,
    loseAnswers: (lost) => void (losing = lost),
    stop: async () => {
      for (const socket of open) socket.destroy();
      await new Promise((closed) => way.close(closed));
    },
  };
}
