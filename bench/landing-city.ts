import { spawn } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '../server/testing/free-port.ts'
import { nodeOptions } from '../server/testing/node-options.ts'

const root = join(import.meta.dirname, '..')

export interface BuiltServer {
  readonly base: string
  stop(): Promise<void>
}

interface Told {
  readonly kind: string
  readonly message?: string
}

/** The built server with its trial city, in a data folder of its own that goes with it. */
export const startBuiltServer = async (): Promise<BuiltServer> => {
  const dataDir = mkdtempSync(join(tmpdir(), 'remis-bench-'))
  // the database's user is another one than root
  chmodSync(dataDir, 0o755)
  const port = await freePort()
  const child = spawn(process.execPath, [...nodeOptions, 'server/dist/start.mjs'], {
    cwd: root,
    env: {
      ...process.env,
      DATA_DIR: dataDir,
      PORT: String(port),
      REMIS_MODE: 'trial',
      DATABASE_URL: '',
      PUBLIC_URL: '',
    },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  const ended = new Promise<void>((done) => child.once('exit', () => done()))
  await new Promise<void>((resolve, reject) => {
    child.on('message', (told) => {
      const { kind, message } = told as Told
      if (kind === 'ready') resolve()
      if (kind === 'failed') reject(new Error(message))
    })
    void ended.then(() => reject(new Error('the server ended before it was ready')))
  })
  const stop = async () => {
    child.kill('SIGTERM')
    await ended
    rmSync(dataDir, { recursive: true, force: true })
  }
  return { base: `http://localhost:${port}`, stop }
}
