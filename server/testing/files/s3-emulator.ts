import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'

/**
 * The part of the S3 API that Remis calls, written from the documented contract ("Authenticating Requests (AWS
 * Signature Version 4)", PutObject, GetObject, DeleteObject, ListObjectsV2): it refuses a request with a wrong
 * signature, date or checksum, and knows the bucket by the first part of the path.
 */
export interface S3Emulator {
  readonly url: string
  /** by key */
  readonly objects: Map<string, { bytes: Buffer; at: Date }>
  /** Answers the next requests with these instead of the real answer. */
  readonly refuse: { status: number; body?: string }[]
  /** Requests that arrived. */
  readonly seen: string[]
  close(): Promise<void>
}

export const s3Keys = { accessKeyId: 'REMISTESTKEY', secretAccessKey: 'remis-test-secret-key', region: 'eu-central-1' }

const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest()
const sha256 = (bytes: string | Buffer) => createHash('sha256').update(bytes).digest('hex')
const escaped = (text: string) =>
  encodeURIComponent(text).replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)

interface Signed {
  readonly method: string
  readonly url: string
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
}

/** The signature that the documented algorithm gives for a request, from the headers it names as signed. */
export const signatureOf = ({ method, url, headers }: Signed, secret: string): string => {
  const { pathname, searchParams } = new URL(url, 'http://localhost')
  const authorization = String(headers.authorization)
  const scope = /Credential=[^/]+\/([^,]+),/.exec(authorization)?.[1] ?? ''
  const names = (/SignedHeaders=([^,]+),/.exec(authorization)?.[1] ?? '').split(';')
  const query = [...searchParams]
    .map(([name, value]) => `${escaped(name)}=${escaped(value)}`)
    .toSorted()
    .join('&')
  const canonical = [
    method,
    pathname,
    query,
    ...names.map((name) => `${name}:${String(headers[name]).trim()}`),
    '',
    names.join(';'),
    String(headers['x-amz-content-sha256']),
  ].join('\n')
  const text = ['AWS4-HMAC-SHA256', String(headers['x-amz-date']), scope, sha256(canonical)].join('\n')
  const [date = '', region = '', service = '', end = ''] = scope.split('/')
  return hmac(hmac(hmac(hmac(hmac(`AWS4${secret}`, date), region), service), end), text).toString('hex')
}

/** An error code of S3, or undefined when the request is signed rightly. */
const refusal = (request: IncomingMessage, body: Buffer): string | undefined => {
  const { headers, method = '', url = '' } = request
  const given = /Signature=([0-9a-f]{64})$/.exec(headers.authorization ?? '')?.[1]
  const scope = /Credential=([^,]+),/.exec(headers.authorization ?? '')?.[1]?.split('/') ?? []
  if (given === undefined || scope[0] !== s3Keys.accessKeyId) return 'InvalidAccessKeyId'
  if (scope[2] !== s3Keys.region || scope[3] !== 's3') return 'AuthorizationHeaderMalformed'
  const date = String(headers['x-amz-date']).replace(/^(....)(..)(..)T(..)(..)(..)Z$/, '$1-$2-$3T$4:$5:$6Z')
  if (!(Math.abs(Date.now() - Date.parse(date)) < 900_000)) return 'RequestTimeTooSkewed'
  const expected = signatureOf({ method, url, headers }, s3Keys.secretAccessKey)
  if (!timingSafeEqual(Buffer.from(given), Buffer.from(expected))) return 'SignatureDoesNotMatch'
  const sum = String(headers['x-amz-content-sha256'])
  if (sum !== 'UNSIGNED-PAYLOAD' && sum !== sha256(body)) return 'XAmzContentSHA256Mismatch'
  return undefined
}

/** @param pageSize keys per page of a listing; the real service has 1,000 */
export const startS3Emulator = async (pageSize = 2): Promise<S3Emulator> => {
  const objects: S3Emulator['objects'] = new Map()
  const refuse: S3Emulator['refuse'] = []
  const seen: string[] = []

  const list = (query: URLSearchParams): string => {
    const after = Buffer.from(query.get('continuation-token') ?? '', 'base64').toString()
    const keys = [...objects.keys()]
      .filter((key) => key.startsWith(query.get('prefix') ?? '') && key > after)
      .toSorted((a, b) => (a < b ? -1 : 1))
    const shown = keys.slice(0, pageSize)
    const contents = shown.map(
      (key) =>
        `<Contents><Key>${key}</Key><LastModified>${objects.get(key)?.at.toISOString() ?? ''}</LastModified></Contents>`,
    )
    const more = keys.length > shown.length
    const token = more
      ? `<NextContinuationToken>${Buffer.from(shown.at(-1) ?? '').toString('base64')}</NextContinuationToken>`
      : ''
    return `<ListBucketResult><IsTruncated>${more}</IsTruncated>${token}${contents.join('')}</ListBucketResult>`
  }

  const answer = (request: IncomingMessage, body: Buffer): { status: number; body?: string | Buffer | undefined } => {
    const next = refuse.shift()
    if (next !== undefined) return next
    const code = refusal(request, body)
    if (code !== undefined) return { status: 403, body: `<Error><Code>${code}</Code></Error>` }
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://localhost')
    if (!pathname.startsWith('/bucket/')) return { status: 404, body: '<Error><Code>NoSuchBucket</Code></Error>' }
    const key = pathname.slice('/bucket/'.length)
    if (key === '' && searchParams.get('list-type') === '2') return { status: 200, body: list(searchParams) }
    const object = objects.get(key)
    if (request.method === 'PUT') objects.set(key, { bytes: body, at: new Date() })
    else if (request.method === 'DELETE') objects.delete(key)
    else if (object === undefined) return { status: 404, body: '<Error><Code>NoSuchKey</Code></Error>' }
    return { status: 200, body: request.method === 'GET' ? object?.bytes : '' }
  }

  const server = createServer((request, reply) => {
    seen.push(`${request.method} ${request.url}`)
    void buffer(request).then((body) => {
      const { status, body: text } = answer(request, body)
      reply.writeHead(status).end(text)
    })
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/bucket`,
    objects,
    refuse,
    seen,
    close: () =>
      new Promise((done) => {
        server.closeAllConnections()
        server.close(() => done())
      }),
  }
}
