import { connect, createServer, type AddressInfo, type Socket } from 'node:net'

/** A proxy to the database that can stop forwarding without closing connections, like a failover without resets. */
export interface SilentProxy {
  readonly host: string
  readonly port: number
  /** Stops forwarding on open connections; new ones work. */
  silence(): void
  close(): Promise<void>
}

export const openSilentProxy = async (socketPath: string): Promise<SilentProxy> => {
  const open = new Set<Socket>()
  const silent = new Set<Socket>()
  const server = createServer((client) => {
    const upstream = connect(socketPath)
    open.add(client)
    client.on('data', (bytes) => void (silent.has(client) || upstream.write(bytes)))
    upstream.on('data', (bytes) => void (silent.has(client) || client.write(bytes)))
    for (const socket of [client, upstream]) {
      socket.on('error', () => undefined)
      socket.on('close', () => {
        client.destroy()
        upstream.destroy()
        open.delete(client)
      })
    }
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  return {
    host: '127.0.0.1',
    port: (server.address() as AddressInfo).port,
    silence: () => {
      for (const socket of open) silent.add(socket)
    },
    close: () =>
      new Promise((done) => {
        for (const socket of open) socket.destroy()
        server.close(() => done())
      }),
  }
}
