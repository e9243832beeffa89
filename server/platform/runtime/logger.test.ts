import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { expect, it } from 'vitest'
import { createLogger, logTo } from './logger.ts'

const logged = (...line: [object, string]): Record<string, unknown> => {
  let text = ''
  createLogger('info', { write: (part: string) => void (text += part) }).info(...line)
  return JSON.parse(text) as Record<string, unknown>
}

it('removes secrets at every depth', () => {
  const line = logged(
    {
      token: 'x1',
      user: { password: 'x2', name: 'Rider One' },
      deep: { body: { otp: 'x3' } },
      req: { headers: { cookie: 'x4' } },
    },
    'told',
  )
  expect(JSON.stringify(line)).not.toMatch(/x[1-4]/)
  expect(line).toMatchObject({ user: { name: 'Rider One' }, msg: 'told' })
})

it('logs of an error its message and code, not its connection or values', () => {
  const error = Object.assign(new Error('unique violation'), {
    code: '23505',
    detail: 'Key (email)=(secret)',
    client: { password: 'p' },
  })
  const { err } = logged({ err: new Error('outer', { cause: error }) }, 'failed')
  expect(err).toMatchObject({ message: 'outer', cause: { message: 'unique violation', errorCode: '23505' } })
  expect(JSON.stringify(err)).not.toMatch(/secret|password/)
})

// An unhandled error would end this process, and vitest would report it.
it.runIf(existsSync('/dev/full'))('loses lines on a full disk and continues', async () => {
  const log = createLogger('info', logTo('/dev/full'))
  for (let line = 0; line < 3; line++) log.info({ line }, 'nowhere to go')
  await new Promise((done) => setTimeout(done, 100))
  expect(() => log.info('still here')).not.toThrow()
})

// The remaining lines are written at exit, which fails here.
it.runIf(existsSync('/dev/full'))('can exit on a full disk', () => {
  const program = `
    import { createLogger, logTo } from ${JSON.stringify(new URL('./logger.ts', import.meta.url).href)}
    createLogger('info', logTo('/dev/full')).info('nowhere to go')
    setTimeout(() => process.exit(3), 100)`
  const words = ['--import', 'tsx', '--input-type=module', '-e', program]
  expect(spawnSync(process.execPath, words, { timeout: 15_000 }).status).toBe(3)
})
