import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { variables } from './config-variables.ts'
import { readConfig } from './config.ts'
import { failpointsFromEnv } from './failpoint.ts'
import { limits } from './limits.ts'
import { limitsFromEnv } from './limits/override-limits.ts'

const defaultOf = (schema: z.ZodType): string => {
  const { default: value } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })
  return typeof value === 'string' || typeof value === 'number' ? String(value) : ''
}

/** The text of `.env.example`: every variable with its description; an uncommented line replaces the default. */
const envExample = (): string =>
  [
    '# Copy to .env and uncomment what should differ. A line without a value counts as absent.',
    ...Object.entries(variables).map(
      ([name, schema]) => `# ${schema.description ?? ''}\n# ${name}=${defaultOf(schema)}`,
    ),
  ].join('\n\n') + '\n'

describe('the config', () => {
  it('has a default for every variable, binds to this machine and is a trial [design/accounts-17] [design/accounts-18]', () => {
    expect(readConfig({})).toMatchObject({
      mode: 'trial',
      host: '127.0.0.1',
      port: 4000,
      publicUrl: 'http://localhost:4000',
      appCategory: 'taxi',
      simulatedSpeed: 1,
      databaseUrl: undefined,
    })
    expect(readConfig({ PORT: '' }).port).toBe(4000)
  })

  it('names the invalid variable in one line [design/accounts-21]', () => {
    const table: [Record<string, string>, RegExp][] = [
      [{ PORT: 'many' }, /^PORT is not valid/],
      [{ PORT: '70000' }, /^PORT is not valid/],
      [{ DATABASE_URL: 'mysql://x' }, /^DATABASE_URL is not valid: must look like postgres:/],
      ...['a#b', '12#b', 'a/b', '12/b', 'a?b', '12?b'].map((password): [Record<string, string>, RegExp] => [
        { DATABASE_OWNER_URL: `postgres://u:${password}@db:5432/remis` },
        /^DATABASE_OWNER_URL is not valid: in user and password write special characters with percent-encoding: %23 for #/,
      ]),
      [{ PUBLIC_URL: 'ftp://x' }, /^PUBLIC_URL is not valid/],
      [{ PUBLIC_URL: 'https://example.org/app' }, /^PUBLIC_URL is not valid: it must be a host without a path/],
      [{ REMIS_MODE: 'demo' }, /^REMIS_MODE is not valid/],
      [{ SECRET: 'short' }, /^SECRET is not valid/],
      [
        { TEST_GATEWAY_URL: 'http://x', TEST_GATEWAY_SECRET: 'a'.repeat(16), REMIS_MODE: 'production' },
        /^TEST_GATEWAY_URL and TEST_GATEWAY_SECRET are refused in production/,
      ],
      [{ TEST_GATEWAY_URL: 'http://x' }, /belong together/],
      [{ STRIPE_SECRET_KEY: 'sk_live_x' }, /^STRIPE_SECRET_KEY and STRIPE_WEBHOOK_SECRET belong together/],
      [{ PAYTM_MID: 'M', PAYTM_MERCHANT_KEY: 'short' }, /^PAYTM_MERCHANT_KEY is not valid: it must have 16, 24 or 32/],
      [{ SECUREPAY_MERCHANT_ID: 'ABC0001' }, /^SECUREPAY_MERCHANT_ID and SECUREPAY_TXN_PASSWORD belong together/],
      [{ SECUREPAY_ENV: 'sandbox', REMIS_MODE: 'production' }, /^SECUREPAY_ENV is of a sandbox/],
      [{ PAYFAST_PASSPHRASE: 'two words' }, /^PAYFAST_PASSPHRASE is not valid/],
      [
        { STRIPE_SECRET_KEY: 'sk_test_x', STRIPE_WEBHOOK_SECRET: 'whsec_x', REMIS_MODE: 'production' },
        /^STRIPE_SECRET_KEY is of a sandbox, which is refused in production/,
      ],
      [{ PAYPAL_ENV: 'sandbox', REMIS_MODE: 'production' }, /^PAYPAL_ENV is of a sandbox/],
      [
        { BRAINTREE_PUBLIC_KEY: 'p', BRAINTREE_PRIVATE_KEY: 'k', BRAINTREE_MERCHANT_ACCOUNTS: '{"EUR":1}' },
        /^BRAINTREE_MERCHANT_ACCOUNTS is not valid: it must be like/,
      ],
      [
        { BRAINTREE_PUBLIC_KEY: 'p', BRAINTREE_PRIVATE_KEY: 'k', BRAINTREE_MERCHANT_ACCOUNTS: '{}' },
        /^BRAINTREE_MERCHANT_ACCOUNTS is not valid/,
      ],
      [{ BRAINTREE_ENV: 'sandbox', REMIS_MODE: 'production' }, /^BRAINTREE_ENV is of a sandbox/],
      [{ CULQI_PUBLIC_KEY: 'pk_live_x' }, /^CULQI_PUBLIC_KEY, .* and CULQI_WEBHOOK_PASSWORD belong together/],
      [
        {
          CULQI_PUBLIC_KEY: 'pk_test_x',
          CULQI_SECRET_KEY: 'sk_live_x',
          CULQI_WEBHOOK_USER: 'u',
          CULQI_WEBHOOK_PASSWORD: 'p',
          REMIS_MODE: 'production',
        },
        /^CULQI_PUBLIC_KEY is of a sandbox/,
      ],
      [{ PAYMENTS_URL: 'http://x', REMIS_MODE: 'production' }, /^PAYMENTS_URL is refused in production/],
      [{ SIMULATED_SPEED: '4', REMIS_MODE: 'production' }, /^SIMULATED_SPEED must be 1 in production/],
      [{ TRUST_PROXY: 'nginx' }, /^TRUST_PROXY is not valid: use loopback/],
      [{ TRUST_PROXY: '10.0.0.0/99' }, /^TRUST_PROXY is not valid/],
      [{ ALLOW_HTTP: 'maybe' }, /^ALLOW_HTTP is not valid/],
    ]
    for (const [env, message] of table) {
      expect(() => readConfig(env)).toThrow(message)
      expect(() => readConfig(env)).not.toThrow(/\n/)
    }
  })

  it('takes the addresses of databases that pg reads', () => {
    for (const url of [
      'postgres://u:p%23%2F%3F%40@db:5432/remis?sslmode=require',
      'postgresql://u:p@/remis?host=%2Frun%2Fpostgresql&port=5432',
      'postgres:///remis?host=/run/postgresql&user=u',
      'postgres://db/remis',
      'postgres://u@tenant:p w%@[::1]/remis',
    ])
      expect(readConfig({ DATABASE_URL: url }).databaseUrl).toBe(url)
  })

  it('has a card gateway on when all its variables are set [design/payments-70] [design/payments-71]', () => {
    const { gateways } = readConfig({
      REMIS_MODE: 'production',
      PUBLIC_URL: 'https://taxi.example',
      STRIPE_SECRET_KEY: 'sk_live_x',
      STRIPE_WEBHOOK_SECRET: 'whsec_x',
      LIQPAY_PUBLIC_KEY: 'i1',
      LIQPAY_PRIVATE_KEY: 'p',
    })
    expect(gateways).toMatchObject({
      url: undefined,
      stripe: { secretKey: 'sk_live_x', webhookSecret: 'whsec_x' },
      liqpay: { publicKey: 'i1', privateKey: 'p', version: 7 },
      paypal: undefined,
    })
    expect(readConfig({ PAYMENTS_URL: 'http://127.0.0.1:9/' }).gateways.url).toBe('http://127.0.0.1:9')
  })

  it('reads the trusted proxies as none, a number of hops or a list, and never all of them in production', () => {
    const trusted = (word: string, mode = 'production') =>
      readConfig({
        TRUST_PROXY: word,
        REMIS_MODE: mode,
        ...(mode === 'production' ? { PUBLIC_URL: 'https://taxi.example' } : {}),
      }).trustProxy
    expect(['', 'false', 'no', '0'].map((word) => trusted(word))).toEqual([false, false, false, false])
    expect(['1', '2', 'loopback', '10.0.0.0/8, ::1'].map((word) => trusted(word))).toEqual([
      1,
      2,
      'loopback',
      '10.0.0.0/8, ::1',
    ])
    expect(trusted('true', 'trial')).toBe(true)
    for (const word of ['true', 'yes'])
      expect(() => trusted(word)).toThrow(/^TRUST_PROXY=true is refused in production/)
  })

  it('serves plain http to other machines in production only when it is allowed by name', () => {
    const production = (env: Record<string, string>) => () => readConfig({ REMIS_MODE: 'production', ...env })
    const [own, http, https] = ['http://localhost:4000', 'http://taxi.example', 'https://taxi.example']
    expect(production({ HOST: '0.0.0.0', PUBLIC_URL: own })).toThrow(/^Production needs https/)
    expect(production({ HOST: '0.0.0.0', PUBLIC_URL: http })).toThrow(/^Production needs https/)
    expect(production({ HOST: '0.0.0.0', PUBLIC_URL: http, ALLOW_HTTP: 'no' })).toThrow(/^Production needs https/)
    expect(production({ PUBLIC_URL: http })).toThrow(/^Production needs https/)
    for (const env of [
      { PUBLIC_URL: own },
      { PUBLIC_URL: https },
      { HOST: '0.0.0.0', PUBLIC_URL: https },
      { PUBLIC_URL: http, ALLOW_HTTP: 'yes' },
      { HOST: '0.0.0.0', PUBLIC_URL: http, ALLOW_HTTP: 'yes' },
      { HOST: '0.0.0.0', PUBLIC_URL: own, ALLOW_HTTP: 'yes' },
    ])
      expect(production(env)).not.toThrow()
  })

  it('needs the address that people open in production, since a browser could write from no other [design/access-115]', () => {
    for (const env of [{}, { HOST: '127.0.0.1' }, { HOST: '0.0.0.0', ALLOW_HTTP: 'yes' }])
      expect(() => readConfig({ REMIS_MODE: 'production', PORT: '4001', ...env })).toThrow(
        /^Production needs PUBLIC_URL, .* PUBLIC_URL=http:\/\/localhost:4001 to try it on this machine only\.$/,
      )
    expect(readConfig({}).publicUrl).toBe('http://localhost:4000')
  })

  it('keeps files in a bucket when its address and key are given, over https in production', () => {
    const key = { S3_ACCESS_KEY_ID: 'key', S3_SECRET_ACCESS_KEY: 'secret' }
    const at = (S3_BUCKET_URL: string, mode = 'trial') =>
      readConfig({ ...key, S3_BUCKET_URL, REMIS_MODE: mode, PUBLIC_URL: 'https://taxi.example' }).s3
    expect(readConfig({}).s3).toBeUndefined()
    expect(at('https://s3.example/remis/')).toEqual({
      bucketUrl: 'https://s3.example/remis',
      region: 'us-east-1',
      accessKeyId: 'key',
      secretAccessKey: 'secret',
    })
    expect(() => readConfig(key)).toThrow('belong together')
    expect(() => at('https://s3.example/remis?list-type=2')).toThrow('must not have a query')
    expect(() => at('http://s3.example/remis', 'production')).toThrow(/^S3_BUCKET_URL must begin with https/)
    expect(at('http://127.0.0.1:9000/remis', 'production')?.bucketUrl).toBe('http://127.0.0.1:9000/remis')
  })

  it('is described in .env.example (npx vitest run --project server config -u writes it) [design/accounts-21]', async () => {
    await expect(envExample()).toMatchFileSnapshot('../../../.env.example')
  })

  it('has no failpoints in production', () => {
    expect(() => failpointsFromEnv('a=kill', 'production')).toThrow('refused in production')
  })

  it('has other limits only outside production', () => {
    const setting = '{"humanCheck":{"bits":4}}'
    expect(limitsFromEnv(setting, 'trial')).toEqual({ ...limits, humanCheck: { ...limits.humanCheck, bits: 4 } })
    expect(() => limitsFromEnv(setting, 'production')).toThrow('refused in production')
  })
})
