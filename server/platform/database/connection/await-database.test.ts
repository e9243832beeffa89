import { connect, createServer, type Server } from 'node:net'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { freePort } from '../../../testing/free-port.ts'
import { databaseFor } from '../../../testing/test-database.ts'
import { awaitDatabase } from './await-database.ts'

const { connection } = await databaseFor(import.meta.url)

const listening = async (server: Server, port: number): Promise<void> => {
  await new Promise<void>((done) => server.listen(port, '127.0.0.1', done))
  onTestFinished(() => void server.close())
}

describe('a start waits for a database that is not ready yet [design/data-97]', () => {
  it('says so once, and goes on when it answers', async () => {
    const port = await freePort()
    const lines: string[] = []
    const awaited = awaitDatabase({ ...connection, host: '127.0.0.1', port }, (line) => lines.push(line), 20_000)
    await expect.poll(() => lines.length, { timeout: 5000 }).toBe(1)
    const socket = join(connection.host, `.s.PGSQL.${connection.port}`)
    const proxy = createServer((client) => {
      const upstream = connect(socket)
      client.on('error', () => upstream.destroy()).pipe(upstream)
      upstream.on('error', () => client.destroy()).pipe(client)
    })
    await listening(proxy, port)
    await awaited
    expect(lines).toEqual([expect.stringContaining('nothing is listening there')])
  })

  it('waits for one that is starting up, up to its time', async () => {
    let calls = 0
    const fields = 'SFATAL\0VFATAL\0C57P03\0Mthe database system is starting up\0\0'
    const reply = Buffer.alloc(5 + fields.length)
    reply.write('E')
    reply.writeInt32BE(4 + fields.length, 1)
    reply.write(fields, 5)
    const starting = createServer((client) => {
      calls++
      client.on('error', () => undefined).on('data', () => client.end(reply))
    })
    const port = await freePort()
    await listening(starting, port)
    const address = { ...connection, host: '127.0.0.1', port }
    await expect(awaitDatabase(address, () => undefined, 700)).rejects.toThrow('the database system is starting up')
    expect(calls).toBeGreaterThan(1)
  })

  it('refuses a wrong password at once', async () => {
    let waited = false
    const wrong = { ...connection, password: 'wrong' }
    await expect(awaitDatabase(wrong, () => (waited = true))).rejects.toThrow('wrong user or password')
    expect(waited).toBe(false)
  })
})
