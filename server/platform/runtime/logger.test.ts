import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { pino } from 'pino'
import { expect, it, onTestFinished, vi } from 'vitest'
import { readConfig } from './config.ts'
import { variables } from './config-variables.ts'
import { gatewayVariables } from './gateway-variables.ts'
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

it('removes every secret of the configuration', () => {
  const secret = 'secret'.padEnd(32, 'x')
  const isSecret = (name: string) =>
    /(KEY|SECRET|TOKEN|PASSWORD|PASSPHRASE|HASH|LOGIN)$/.test(name) && !/PUBLIC_KEY|BROWSER_KEY/.test(name)
  const gateways = Object.entries(gatewayVariables).filter(
    ([name, kind]) => name !== 'PAYMENTS_URL' && kind.safeParse(undefined).data === undefined,
  )
  const database = (name: string) => `postgres://remis:${secret}@${name}/remis`
  const config = readConfig({
    ...Object.fromEntries(gateways.map(([name]) => [name, isSecret(name) ? secret : 'visible'])),
    BRAINTREE_MERCHANT_ACCOUNTS: '{"EUR":"visible"}',
    DATABASE_URL: database('one'),
    DATABASE_DIRECT_URL: database('two'),
    DATABASE_OWNER_URL: database('three'),
    SECRET: secret,
    METRICS_TOKEN: secret,
    S3_BUCKET_URL: 'https://bucket.example',
    S3_ACCESS_KEY_ID: 'visible',
    S3_SECRET_ACCESS_KEY: secret,
    TEST_GATEWAY_URL: 'https://gateway.example',
    TEST_GATEWAY_SECRET: secret,
    GOOGLE_MAPS_SERVER_KEY: secret,
  })
  // each variable of a secret, and the three addresses
  const variableNames = Object.keys(variables).filter(isSecret)
  expect(JSON.stringify(config).split(secret)).toHaveLength(variableNames.length + 3 + 1)
  for (const line of [logged(config, 'told'), logged({ config }, 'told')]) {
    expect(JSON.stringify(line)).toContain('visible')
    expect(JSON.stringify(line)).not.toContain(secret)
  }
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

it('begins a new file at a size, also while it runs, and keeps the one before [design/data-89]', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'remis-log-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const [file, most] = [join(folder, 'server.log'), 2000]
  writeFileSync(file, 'x'.repeat(most - 500), { mode: 0o644 })
  const log = createLogger('info', logTo(file, most))
  const lines = () =>
    [`${file}.old`, file].flatMap((name) =>
      existsSync(name) ? [...readFileSync(name, 'utf8').matchAll(/"line":(\d+)/g)].map(([, line]) => Number(line)) : [],
    )
  for (let line = 0; line < 60; line++) {
    log.info({ line }, 'a line')
    await expect.poll(() => lines().at(-1), { interval: 5 }).toBe(line)
  }
  expect(lines()).toEqual(Array.from(lines(), (_, place) => 60 - lines().length + place))
  expect(lines().length).toBeLessThan(60)
  expect(readdirSync(folder).toSorted()).toEqual(['server.log', 'server.log.old'])
  for (const name of readdirSync(folder)) {
    expect(statSync(join(folder, name)).size).toBeLessThan(most + 500)
    expect(statSync(join(folder, name)).mode & 0o777).toBe(0o600)
  }
})

// An unhandled error would end this process, and vitest would report it.
it.runIf(existsSync('/dev/full'))('loses lines on a full disk and continues', async () => {
  const full = logTo('/dev/full') as ReturnType<typeof pino.destination>
  const lost = vi.fn()
  full.on('drop', lost)
  const log = createLogger('info', full)
  for (let line = 0; line < 1100; line++) log.info({ line, text: 'x'.repeat(1000) }, 'nowhere to go')
  await expect.poll(() => lost.mock.calls.length).toBeGreaterThan(0)
  const before = lost.mock.calls.length
  await new Promise((done) => setTimeout(done, 100))
  log.info({ text: 'x'.repeat(100_000) }, 'still here')
  await expect.poll(() => lost.mock.calls.length).toBeGreaterThan(before)
  // at exit, where it would retry forever
  full.flushSync()
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
