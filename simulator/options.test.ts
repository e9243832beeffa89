import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { readOptions } from './options.ts'

const folder = mkdtempSync(join(tmpdir(), 'remis-fleet-'))
afterAll(() => rmSync(folder, { recursive: true }))
const accounts = join(folder, 'accounts.json')
const account = (name: string) => ({ email: `${name}@example.org`, password: 'x' })
writeFileSync(
  accounts,
  JSON.stringify({
    conductor: account('admin'),
    drivers: [account('one'), account('two')],
    riders: [account('rider')],
  }),
)

it('reads arguments, then the environment, then defaults', () => {
  expect(readOptions(['--accounts', accounts], {})).toEqual({
    base: 'http://127.0.0.1:4000',
    speed: 1,
    conductor: account('admin'),
    drivers: [account('one'), account('two')],
    riders: [account('rider')],
  })
  const env = { REMIS_FLEET_ACCOUNTS: accounts, SIMULATED_SPEED: '3', REMIS_URL: 'http://127.0.0.1:5/' }
  expect(readOptions(['--speed', '4', '--fleet', '1'], env)).toMatchObject({
    base: 'http://127.0.0.1:5',
    speed: 4,
    drivers: [account('one')],
  })
  expect(readOptions(['--fleet', '0'], env).drivers).toEqual([])
})

it.each([
  [['--speed', 'fast'], /--speed must be a number from 1 to 60/],
  [['--speed', '0'], /--speed/],
  [['--fleet', '-1'], /--fleet/],
  [['--url', 'ftp://x'], /--url/],
  [['--accounts', '/nowhere/file'], /cannot be read/],
])('refuses %j with a message', (argv, message) => {
  expect(() => readOptions(argv, { REMIS_FLEET_ACCOUNTS: accounts })).toThrow(message)
})

it('names the missing part of the file', () => {
  writeFileSync(join(folder, 'bad.json'), JSON.stringify({ conductor: account('admin'), drivers: [{}] }))
  expect(() => readOptions(['--accounts', join(folder, 'bad.json')], {})).toThrow(/has no drivers/)
  expect(() => readOptions([], {})).toThrow(/--accounts \(or REMIS_FLEET_ACCOUNTS\) is missing/)
})
