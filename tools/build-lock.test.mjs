import { spawn } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'

const project = mkdtempSync(join(tmpdir(), 'remis-lock-'))
afterAll(() => rmSync(project, { recursive: true, force: true }))
cpSync(import.meta.dirname, join(project, 'tools'), { recursive: true })

/** A process that works under the lock and records when it began and ended. */
const worker = (name) => {
  const text = `
    import { appendFileSync } from 'node:fs'
    const { underBuildLock } = await import('./tools/build-lock.mjs')
    await underBuildLock(async () => {
      appendFileSync('log', '${name} begins\\n')
      await new Promise((done) => setTimeout(done, 300))
      appendFileSync('log', '${name} ends\\n')
    })`
  const child = spawn(process.execPath, ['--input-type=module', '-e', text], { cwd: project, stdio: 'inherit' })
  return new Promise((done) => child.once('exit', done))
}

test('two builds at the same time take turns', async () => {
  expect(await Promise.all([worker('one'), worker('two')])).toEqual([0, 0])
  const log = readFileSync(join(project, 'log'), 'utf8').trim().split('\n')
  expect(log.map((line) => line.split(' ')[1])).toEqual(['begins', 'ends', 'begins', 'ends'])
  expect(log[0].split(' ')[0]).toBe(log[1].split(' ')[0])
})

test.each([
  ['that has ended', '99999999'],
  ['with an id that was recycled', `${process.pid} 1`],
])('the lock of a killed build %s does not block the next one', async (_, holder) => {
  mkdirSync(join(project, '.cache', 'build.lock'), { recursive: true })
  writeFileSync(join(project, '.cache', 'build.lock', 'pid'), holder)
  expect(await worker('three')).toBe(0)
})
