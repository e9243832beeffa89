import { describe, expect, it } from 'vitest'
import { readConfig } from './config.ts'
import { envExample } from './env-example.ts'
import { failpointsFromEnv } from './failpoint.ts'

describe('the config', () => {
  it('has a default for every variable, binds to this machine and is a trial', () => {
    expect(readConfig({})).toMatchObject({
      mode: 'trial',
      host: '127.0.0.1',
      port: 4000,
      publicUrl: 'http://localhost:4000',
      appCategory: 'taxi',
      simulatedSpeed: 1,
      databaseUrl: undefined,
    })
    expect(readConfig({ PORT: '', DATABASE_URL: 'postgres://a:b@c/d' })).toMatchObject({
      port: 4000,
      databaseDirectUrl: 'postgres://a:b@c/d',
    })
  })

  it('names the invalid variable in one line', () => {
    const table: [Record<string, string>, RegExp][] = [
      [{ PORT: 'many' }, /^PORT is not valid/],
      [{ PORT: '70000' }, /^PORT is not valid/],
      [{ DATABASE_URL: 'mysql://x' }, /^DATABASE_URL is not valid: must look like postgres:/],
      [{ PUBLIC_URL: 'ftp://x' }, /^PUBLIC_URL is not valid/],
      [{ PUBLIC_URL: 'https://example.org/app' }, /^PUBLIC_URL is not valid: it must be a host without a path/],
      [{ REMIS_MODE: 'demo' }, /^REMIS_MODE is not valid/],
      [{ SECRET: 'short' }, /^SECRET is not valid/],
      [
        { TEST_GATEWAY_URL: 'http://x', TEST_GATEWAY_SECRET: 'a'.repeat(16), REMIS_MODE: 'production' },
        /^TEST_GATEWAY_URL and TEST_GATEWAY_SECRET are refused in production/,
      ],
      [{ TEST_GATEWAY_URL: 'http://x' }, /belong together/],
      [{ SIMULATED_SPEED: '4', REMIS_MODE: 'production' }, /^SIMULATED_SPEED must be 1 in production/],
    ]
    for (const [env, message] of table) {
      expect(() => readConfig(env)).toThrow(message)
      expect(() => readConfig(env)).not.toThrow(/\n/)
    }
  })

  it('is described in .env.example (npx vitest run --project server config -u writes it)', async () => {
    await expect(envExample()).toMatchFileSnapshot('../../../.env.example')
  })

  it('has no failpoints in production', () => {
    expect(() => failpointsFromEnv('a=kill', 'production')).toThrow('refused in production')
  })
})
