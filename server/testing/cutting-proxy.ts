import { connect, createServer, type Socket } from 'node:net'
import { freePort } from './free-port.ts'

/** A proxy to the server that can be cut: open connections are reset, new ones refused. */
export interface CuttingProxy {
  readonly base: string
  cut(): void
  mend(): void
  readonly cuts: () => number
  close(): Promise<void>
}

export const openCuttingProxy = async (target: string): Promise<CuttingProxy> => {
  const { port: targetPort, hostname } = new URL(target)
  const port = await freePort()
  const open = new Set<Socket>()
  let isCut = false
  let cuts = 0

  const server = createServer((client) => {
    if (isCut) return void client.resetAndDestroy()
    const upstream = connect(Number(targetPort), hostname)
    for (const socket of [client, upstream]) {
      open.add(socket)
      socket.on('error', () => undefined)
      socket.on('close', () => {
        open.delete(socket)
        client.destroy()
        upstream.destroy()
      })
    }
    client.pipe(upstream).pipe(client)
  })
  await new Promise<void>((done) => server.listen(port, '127.0.0.1', done))
  return {
    base: `http://127.0.0.1:${port}`,
    cut: () => {
      isCut = true
      cuts++
      for (const socket of open) socket.resetAndDestroy()
    },
    mend: () => (isCut = false),
    cuts: () => cuts,
    close: () =>
      new Promise((done) => {
        for (const socket of open) socket.destroy()
        server.close(() => done())
      }),
  }
}
