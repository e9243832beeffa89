import { resolve } from 'node:path'
import { z } from 'zod'
import { variables } from './config-variables.ts'
import { gatewaysConfigOf, sandboxVariable, type GatewaysConfig } from './gateway-variables.ts'
import { StartError } from './start-error.ts'
import { limits, type Limits } from './limits.ts'
import { mapsConfigOf, type MapsConfig } from './maps-variables.ts'
import { isLoopbackHost, isLoopbackUrl, isSafeUrl } from '../http/loopback.ts'

/** The operator's configuration, read once at start. */
export interface Config {
  readonly mode: 'trial' | 'production'
  readonly port: number
  readonly host: string
  /** Origin without a trailing slash. */
  readonly publicUrl: string
  /** Proxies that are believed: none, all (trial only), a number of hops, or a list of addresses. */
  readonly trustProxy: boolean | number | string
  /** Absolute. */
  readonly dataDir: string
  /** DATA_DIR is set. */
  readonly isDataDirGiven: boolean
  readonly databaseUrl: string | undefined
  /** The same database past the pooler that `databaseUrl` names; undefined without a pooler. */
  readonly databaseDirectUrl: string | undefined
  readonly databaseOwnerUrl: string | undefined
  readonly appCategory: 'taxi' | 'delivery'
  readonly secret: string | undefined
  readonly passwordPolicy: 'alphanumeric' | 'any' | 'complex'
  readonly logLevel: string
  readonly metricsToken: string | undefined
  /** Private networks of mail servers, SMS gateways and maps services. */
  readonly providerNetworks: string | undefined
  /** The bucket of uploaded pictures; undefined: they are in `dataDir`. */
  readonly s3: S3Bucket | undefined
  /** The service account by which messages go to the operator's own apps. */
  readonly fcmServiceAccountFile: string | undefined
  /** Checks the purchase code; `project` names this installation there [settings-13]. */
  readonly baseSettings: { readonly url: string; readonly project: string } | undefined
  /** A test gateway on another site. */
  readonly testGateway: { readonly url: string; readonly secret: string } | undefined
  /** The card gateways that are set up. */
  readonly gateways: GatewaysConfig
  /** Which maps services are used. */
  readonly maps: MapsConfig
  /** 1 is real time. */
  readonly simulatedSpeed: number
  readonly limits: Limits
}

export interface S3Bucket {
  /** Address of the bucket without a trailing slash: its name is in the host or in the path. */
  readonly bucketUrl: string
  readonly region: string
  readonly accessKeyId: string
  readonly secretAccessKey: string
}

const schema = z.object(variables)

/** Why these variables are refused in production, if they are [design/access-71], [design/access-115]. */
const refusedInProduction = (v: z.output<typeof schema>, publicUrl: URL): string | undefined => {
  if (v.SIMULATED_SPEED !== 1) return 'SIMULATED_SPEED must be 1 in production. See .env.example.'
  if (v.BASE_SETTINGS_URL !== undefined && !isSafeUrl(v.BASE_SETTINGS_URL))
    return 'BASE_SETTINGS_URL must begin with https in production: it carries the purchase code.'
  if (v.S3_BUCKET_URL !== undefined && !isSafeUrl(v.S3_BUCKET_URL))
    return 'S3_BUCKET_URL must begin with https in production: pictures of licences go there.'
  if ((v.TEST_GATEWAY_URL ?? v.TEST_GATEWAY_SECRET) !== undefined)
    return 'TEST_GATEWAY_URL and TEST_GATEWAY_SECRET are refused in production: payments would not be real.'
  if (v.PAYMENTS_URL !== undefined) return 'PAYMENTS_URL is refused in production: payments would not be real.'
  const sandbox = sandboxVariable(v)
  if (sandbox !== undefined)
    return `${sandbox} is of a sandbox, which is refused in production: payments would not be real.`
  if (v.TRUST_PROXY === true)
    return 'TRUST_PROXY=true is refused in production: anyone could claim any address. Name the proxy: loopback, addresses or a number of hops.'
  if (v.PUBLIC_URL === undefined)
    return `Production needs PUBLIC_URL, the address that people open: PUBLIC_URL=https://… behind a proxy, or PUBLIC_URL=${publicUrl.origin} to try it on this machine only.`
  const isForThisMachine = isLoopbackHost(v.HOST) && isLoopbackUrl(v.PUBLIC_URL)
  if (publicUrl.protocol !== 'https:' && !isForThisMachine && !v.ALLOW_HTTP)
    return 'Production needs https: set PUBLIC_URL=https://… and a proxy in front. ALLOW_HTTP=yes with PUBLIC_URL=http://… serves plain http to others, who can read passwords on the way.'
  return undefined
}

/** The bucket, when one is set. Its address has no query: the signature covers the whole one. */
const s3Of = (v: z.output<typeof schema>): S3Bucket | undefined => {
  const { S3_BUCKET_URL: url, S3_ACCESS_KEY_ID: accessKeyId, S3_SECRET_ACCESS_KEY: secretAccessKey } = v
  if (url === undefined && accessKeyId === undefined && secretAccessKey === undefined) return undefined
  if (url === undefined || accessKeyId === undefined || secretAccessKey === undefined)
    throw new StartError('S3_BUCKET_URL, S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY belong together. See .env.example.')
  if (new URL(url).search !== '')
    throw new StartError('S3_BUCKET_URL is not valid: it must not have a query. See .env.example.')
  return { bucketUrl: url.replace(/\/+$/, ''), region: v.S3_REGION, accessKeyId, secretAccessKey }
}

/** An empty variable counts as absent: an env file has lines `NAME=`. */
export const readConfig = (env: Readonly<Record<string, string | undefined>>): Config => {
  const given = Object.fromEntries(Object.keys(variables).flatMap((name) => (env[name] ? [[name, env[name]]] : [])))
  const read = schema.safeParse(given)
  if (!read.success) {
    const issue = read.error.issues[0]
    throw new StartError(`${String(issue?.path[0])} is not valid: ${issue?.message}. See .env.example.`)
  }
  const v = read.data
  if ((v.TEST_GATEWAY_URL === undefined) !== (v.TEST_GATEWAY_SECRET === undefined))
    throw new StartError('TEST_GATEWAY_URL and TEST_GATEWAY_SECRET belong together. See .env.example.')
  const publicUrl = new URL(v.PUBLIC_URL ?? `http://localhost:${v.PORT}`)
  if (publicUrl.pathname !== '/' || publicUrl.search !== '')
    throw new StartError('PUBLIC_URL is not valid: it must be a host without a path. See .env.example.')
  const refusal = v.REMIS_MODE === 'production' ? refusedInProduction(v, publicUrl) : undefined
  if (refusal !== undefined) throw new StartError(refusal)
  return {
    mode: v.REMIS_MODE,
    port: v.PORT,
    host: v.HOST,
    publicUrl: publicUrl.origin,
    trustProxy: v.TRUST_PROXY,
    dataDir: resolve(v.DATA_DIR),
    isDataDirGiven: given['DATA_DIR'] !== undefined,
    databaseUrl: v.DATABASE_URL,
    databaseDirectUrl: v.DATABASE_DIRECT_URL,
    databaseOwnerUrl: v.DATABASE_OWNER_URL,
    appCategory: v.APP_CATEGORY,
    secret: v.SECRET,
    passwordPolicy: v.PASSWORD_POLICY,
    logLevel: v.LOG_LEVEL,
    metricsToken: v.METRICS_TOKEN,
    providerNetworks: v.PROVIDER_NETWORKS,
    s3: s3Of(v),
    fcmServiceAccountFile: v.FCM_SERVICE_ACCOUNT_FILE,
    baseSettings:
      v.BASE_SETTINGS_URL === undefined
        ? undefined
        : { url: v.BASE_SETTINGS_URL, project: v.BASE_SETTINGS_PROJECT ?? publicUrl.hostname },
    testGateway:
      v.TEST_GATEWAY_URL === undefined || v.TEST_GATEWAY_SECRET === undefined
        ? undefined
        : { url: v.TEST_GATEWAY_URL.replace(/\/+$/, ''), secret: v.TEST_GATEWAY_SECRET },
    gateways: gatewaysConfigOf(v),
    maps: mapsConfigOf(v, v.REMIS_MODE),
    simulatedSpeed: v.SIMULATED_SPEED,
    limits,
  }
}
