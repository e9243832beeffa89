import ipaddr from 'ipaddr.js'
import { z } from 'zod'
import { gatewayVariables } from './gateway-variables.ts'
import { mapsVariables } from './maps-variables.ts'

const flags: Readonly<Record<string, boolean>> = { true: true, yes: true, false: false, no: false, '0': false }

/** Names for private networks, as the HTTP server knows them. */
const namedNetworks = ['loopback', 'linklocal', 'uniquelocal']

const isNetwork = (text: string): boolean => {
  const [address = '', prefix, ...more] = text.split('/')
  if (namedNetworks.includes(text)) return true
  return more.length === 0 && ipaddr.isValid(address) && (prefix === undefined || ipaddr.isValidCIDR(text))
}

const hops = /^[1-9]$/
const networksOf = (text: string): string[] => text.split(',').map((part) => part.trim())

/**
 * Can `pg` read it as it was meant? A # or ? in the password ends what is in front of the host, and a / ends the host.
 * A socket's address has no host.
 */
const isReadable = (text: string): boolean => {
  const withHost = text.replace('@/', '@local/')
  if (!URL.canParse(withHost)) return false
  const { username, pathname, search, hash } = new URL(withHost)
  return hash === '' && !pathname.includes('@') && (username !== '' || !search.includes('@'))
}

const postgresUrl = z
  .string()
  .regex(/^postgres(ql)?:\/\/.+/, 'must look like postgres://user:password@host:5432/database')
  .refine(
    isReadable,
    'in user and password write special characters with percent-encoding: %23 for #, %2F for /, %3F for ?, %40 for @',
  )

/** Every environment variable the server reads. The description is what `.env.example` prints. */
export const variables = {
  REMIS_MODE: z
    .enum(['trial', 'production'])
    .default('trial')
    .describe('trial: local only, with trial data and accounts. production: starts empty.'),
  PORT: z.coerce.number().int().min(0).max(65535).default(4000).describe('Port the server listens on.'),
  HOST: z.string().min(1).default('127.0.0.1').describe('Address the server listens on.'),
  PUBLIC_URL: z
    .url({ protocol: /^https?$/ })
    .optional()
    .describe(
      'Address people type into the browser. Default in a trial: http://localhost and PORT. Production needs it: https, or that of this machine.',
    ),
  TRUST_PROXY: z
    .string()
    .min(1)
    .default('false')
    .refine(
      (word) => word in flags || hops.test(word) || networksOf(word).every(isNetwork),
      'use loopback, a comma-separated list of addresses and networks, or a number of proxies from 1 to 9',
    )
    .transform((word): boolean | number | string => flags[word] ?? (hops.test(word) ? Number(word) : word))
    .describe(
      'Proxies with trusted X-Forwarded headers: loopback, a comma-separated list of addresses and networks, or the number of proxies in front. Default: none.',
    ),
  ALLOW_HTTP: z
    .enum(['yes', 'no'])
    .default('no')
    .transform((word) => word === 'yes')
    .describe('yes: production serves plain http to other machines. Passwords and sessions can be read on the way.'),
  DATA_DIR: z
    .string()
    .min(1)
    .default('./data')
    .describe(
      'Folder for the database, the map and files. Falls back to /var/lib/remis if the database cannot reach it.',
    ),
  DATABASE_URL: postgresUrl
    .optional()
    .describe('A PostgreSQL (15 or later) of your own. Without it the embedded one runs.'),
  DATABASE_DIRECT_URL: postgresUrl
    .optional()
    .describe(
      'The same database without a pooler such as PgBouncer, for migrations, locks and jobs. Default: DATABASE_URL.',
    ),
  DATABASE_OWNER_URL: postgresUrl
    .optional()
    .describe(
      'The same database as a role that owns the tables, for migrations, without a pooler. DATABASE_URL then needs no right to change ledger and audit. Default: DATABASE_DIRECT_URL.',
    ),
  APP_CATEGORY: z
    .enum(['taxi', 'delivery'])
    .default('taxi')
    .describe('What the installation carries: passengers or parcels.'),
  SECRET: z
    .string()
    .min(32)
    .optional()
    .describe(
      "Overrides the server's generated secret. At least 32 characters. Do not set or change it later: people with an authenticator app could not sign in until npm run reset-two-factor. See 'Changing SECRET' in docs/RUNNING.md.",
    ),
  PASSWORD_POLICY: z
    .enum(['alphanumeric', 'any', 'complex'])
    .default('alphanumeric')
    .describe('Rule for new passwords.'),
  LOG_LEVEL: z
    .enum(['trace', 'debug', 'info', 'warn', 'error', 'silent'])
    .default('info')
    .describe('Lowest level that is logged.'),
  METRICS_TOKEN: z
    .string()
    .min(16)
    .optional()
    .describe(
      'Bearer token for /metrics. Without it a trial shows them to this machine only, and production to no one.',
    ),
  PROVIDER_NETWORKS: z
    .string()
    .min(1)
    .refine((text) => networksOf(text).every(isNetwork), 'use loopback or a comma-separated list of networks')
    .optional()
    .describe(
      'Private networks in which a mail server, an SMS gateway or a maps service may stand: loopback, or a comma-separated list of addresses and networks. There they may do without TLS. Push messages never go there. Default: none.',
    ),
  S3_BUCKET_URL: z
    .url({ protocol: /^https?$/ })
    .optional()
    .describe(
      'Address of a bucket for uploaded pictures, in any service with the S3 API, for example https://s3.example.com/remis. Default: none, the pictures are in DATA_DIR.',
    ),
  S3_REGION: z.string().min(1).default('us-east-1').describe('Region of the bucket. Many services accept any.'),
  S3_ACCESS_KEY_ID: z.string().min(1).optional().describe('Key that may read, write, delete and list in the bucket.'),
  S3_SECRET_ACCESS_KEY: z.string().min(1).optional().describe('Secret of that key.'),
  FCM_SERVICE_ACCOUNT_FILE: z
    .string()
    .min(1)
    .optional()
    .describe(
      "File with Google's service account of the operator's own apps (Firebase Cloud Messaging). Default: none, so only browsers get push messages.",
    ),
  BASE_SETTINGS_URL: z
    .url({ protocol: /^https?$/ })
    .optional()
    .describe('Address that checks the purchase code of the settings. Default: none, so nothing is checked.'),
  BASE_SETTINGS_PROJECT: z
    .string()
    .min(1)
    .max(200)
    .optional()
    .describe('Name of this installation at BASE_SETTINGS_URL. Default: the host of PUBLIC_URL.'),
  TEST_GATEWAY_URL: z
    .url({ protocol: /^https?$/ })
    .optional()
    .describe('A test gateway on another site, for tests of paying there. Refused in production.'),
  TEST_GATEWAY_SECRET: z
    .string()
    .min(16)
    .optional()
    .describe('The secret shared by TEST_GATEWAY_URL and this server. Refused in production.'),
  ...gatewayVariables,
  ...mapsVariables,
  SIMULATED_SPEED: z.coerce
    .number()
    .min(1)
    .max(60)
    .default(1)
    .describe('How many times faster than real the trial fleet drives. Must be 1 in production.'),
}
