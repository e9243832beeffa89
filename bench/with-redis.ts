import { spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createClient } from '@redis/client'

const PROGRAM = 'redis-server'

/** Its version, where it is installed (Debian: `redis-server`). */
export const redisVersion = (): string | undefined =>
  /v=(\S+)/.exec(spawnSync(PROGRAM, ['--version'], { encoding: 'utf8' }).stdout ?? '')?.[1]

const connectTo = async (path: string) => {
  const client = createClient({ socket: { path, reconnectStrategy: (tries) => tries < 100 && 20 } })
  // Until it listens, each attempt is also reported as an error.
  client.on('error', () => undefined)
  return client.connect()
}

export type Redis = Awaited<ReturnType<typeof connectTo>>

/** A separate Redis that stores nothing on disk and listens on a socket in its folder, for the duration of `work`. */
export const withRedis = async <T>(work: (client: Redis) => Promise<T>): Promise<T> => {
  const folder = mkdtempSync(join(tmpdir(), 'remis-redis-'))
  const path = join(folder, 'redis.sock')
  const settings = ['--port', '0', '--unixsocket', path, '--save', '', '--appendonly', 'no', '--dir', folder]
  const server = spawn(PROGRAM, settings, { stdio: 'ignore' })
  const ended = new Promise<void>((done) => server.once('exit', () => done()))
  try {
    const client = await connectTo(path)
    try {
      return await work(client)
    } finally {
      await client.close()
    }
  } finally {
    server.kill()
    await ended
    rmSync(folder, { recursive: true, force: true })
  }
}
