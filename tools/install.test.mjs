import { spawn, spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeEach, expect, onTestFinished, test } from 'vitest'
import { startedAt } from './is-alive.mjs'

// A project in a path with a space, and a fake npm that records its arguments.
const project = mkdtempSync(join(tmpdir(), 'remis install '))
afterAll(() => rmSync(project, { recursive: true, force: true }))
const asked = join(project, 'asked')
const npm = join(project, 'npm-cli.js')

beforeEach(() => {
  rmSync(project, { recursive: true, force: true })
  cpSync(import.meta.dirname, join(project, 'tools'), { recursive: true })
  writeFileSync(join(project, 'package.json'), '{"type":"module"}')
  writeFileSync(join(project, 'package-lock.json'), 'one')
  write(0)
})

const write = (exitCode) =>
  writeFileSync(
    npm,
    `import { appendFileSync, mkdirSync, rmSync } from 'node:fs'
    appendFileSync('asked', process.argv.slice(2).join(' ') + '\\n')
    rmSync('node_modules', { recursive: true, force: true })
    mkdirSync('node_modules')
    process.exit(${exitCode})`,
  )

const install = () =>
  spawnSync(
    process.execPath,
    [
      '--input-type=module',
      '-e',
      `const { checkNotRunning } = await import('./tools/running-program.mjs')
      await (await import('./tools/install.mjs')).installIfStale(checkNotRunning)`,
    ],
    {
      cwd: project,
      env: { ...process.env, npm_execpath: npm, NODE_ENV: 'production', LANG: '', DATA_DIR: 'own data' },
      encoding: 'utf8',
    },
  )
const times = () => (existsSync(asked) ? readFileSync(asked, 'utf8').trim().split('\n').length : 0)

test('installs packages once per lockfile, including the build tools', () => {
  expect(install().status).toBe(0)
  expect(readFileSync(asked, 'utf8')).toContain('ci --include=dev')
  expect(install().status).toBe(0)
  expect(times()).toBe(1)
  writeFileSync(join(project, 'package-lock.json'), 'two')
  install()
  expect(times()).toBe(2)
})

test('repeats an install that failed or was interrupted', () => {
  write(1)
  const failed = install()
  expect(failed.status).toBe(1)
  expect(failed.stderr).toContain('The packages could not be installed.')
  write(0)
  expect(install().status).toBe(0)
  expect(times()).toBe(2)
  // npm empties the folder first, so an install that is interrupted later leaves no stamp.
  rmSync(join(project, 'node_modules'), { recursive: true })
  mkdirSync(join(project, 'node_modules'))
  install()
  expect(times()).toBe(3)
})

/** The lock of a process, with the folder that it runs in. */
const lockOf = (cwd) => {
  const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { cwd, stdio: 'ignore' })
  onTestFinished(() => void child.kill())
  const holder = { pid: child.pid, started: startedAt(child.pid), machine: 'any' }
  mkdirSync(join(project, 'own data'), { recursive: true })
  const file = join(project, 'own data', 'server.lock')
  writeFileSync(file, JSON.stringify(holder))
  return { ...holder, file }
}

test('removes no packages of a server that runs from this folder [design/data-116]', () => {
  const { pid, file, ...holder } = lockOf(project)
  const refused = install()
  expect([refused.status, times()]).toEqual([1, 0])
  expect(refused.stderr).toContain(
    `Remis runs from this folder (process ${pid}), and its packages have changed since. Stop or restart it first, then run this again.`,
  )
  writeFileSync(file, JSON.stringify({ ...holder, pid, started: 'before' }))
  expect([install().status, times()]).toEqual([0, 1])
  lockOf(project)
  expect([install().status, times()]).toEqual([0, 1])
  lockOf(tmpdir())
  writeFileSync(join(project, 'package-lock.json'), 'two')
  expect([install().status, times()]).toEqual([0, 2])
})
