import { execFileSync, spawn } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { isRoot } from './place.ts'

export const postgres15 = '/usr/lib/postgresql/15/bin'
export const hasPostgres15 = (): boolean => existsSync(join(postgres15, 'postgres'))

export interface OwnPostgres {
  readonly url: string
  stop(): void
}

/** The system's PostgreSQL 15 on a port of 127.0.0.1, as an operator has it; it does not run as root. */
export const startOwnPostgres = async (folder: string, port: number): Promise<OwnPostgres> => {
  mkdirSync(folder, { recursive: true })
  const user = isRoot ? { uid: 65534, gid: 65534 } : {}
  if (isRoot) execFileSync('chown', ['65534:65534', folder])
  chmodSync(folder, 0o700)
  const data = join(folder, 'data')
  execFileSync(join(postgres15, 'initdb'), ['-D', data, '-U', 'remis', '-A', 'trust', '-E', 'UTF8', '--no-sync'], {
    ...user,
    stdio: 'ignore',
  })
  const words = ['-D', data, '-p', String(port), '-c', 'listen_addresses=127.0.0.1', '-k', folder]
  const server = spawn(join(postgres15, 'postgres'), words, { ...user, stdio: 'ignore' })
  const createdb = () =>
    execFileSync(join(postgres15, 'createdb'), ['-h', '127.0.0.1', '-p', String(port), '-U', 'remis', 'remis'], {
      stdio: 'ignore',
    })
  for (let tries = 0; ; tries++) {
    try {
      createdb()
      break
    } catch (error) {
      if (tries > 50) throw error
      await new Promise((done) => setTimeout(done, 200))
    }
  }
  return { url: `postgres://remis@127.0.0.1:${port}/remis`, stop: () => void server.kill('SIGINT') }
}
