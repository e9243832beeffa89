import { z } from 'zod'

const flags: Readonly<Record<string, boolean>> = {
  true: true,
  yes: true,
  '1': true,
  false: false,
  no: false,
  '0': false,
}

const postgresUrl = z
  .string()
  .regex(/^postgres(ql)?:\/\/.+/, 'must look like postgres://user:password@host:5432/database')

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
    .describe('Address people type into the browser. Default: http://localhost and PORT.'),
  TRUST_PROXY: z
    .string()
    .min(1)
    .default('false')
    .transform((word): boolean | string => flags[word] ?? word)
    .describe(
      'Proxies with trusted X-Forwarded headers: false, true, or a comma-separated list of addresses and networks.',
    ),
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
  APP_CATEGORY: z
    .enum(['taxi', 'delivery'])
    .default('taxi')
    .describe('What the installation carries: passengers or parcels.'),
  SECRET: z
    .string()
    .min(32)
    .optional()
    .describe("Overrides the server's generated secret; the same on every node. At least 32 characters."),
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
    .describe('Bearer token for /metrics from other machines. Without it only this machine may read them.'),
  TEST_GATEWAY_URL: z
    .url({ protocol: /^https?$/ })
    .optional()
    .describe('A test gateway on another site, for tests of paying there. Refused in production.'),
  TEST_GATEWAY_SECRET: z
    .string()
    .min(16)
    .optional()
    .describe('The secret shared by TEST_GATEWAY_URL and this server. Refused in production.'),
  SIMULATED_SPEED: z.coerce
    .number()
    .min(1)
    .max(60)
    .default(1)
    .describe('How many times faster than real the trial fleet drives. Must be 1 in production.'),
}
