import { createHash } from 'node:crypto'
import { AwsClient } from 'aws4fetch'
import { AppError } from '@remis/domain/messages/app-error'
import type { S3Bucket } from '../../platform/runtime/config.ts'
import { checkName, isFileName, markName, type Storage } from './storage-provider.ts'

/** One call, retries included. A stored picture has at most a few megabytes. */
const timeoutMs = 30_000
/** After 5xx and 429, with growing pauses. */
const retries = 3

/** Error codes of services with a quota; AWS has none [design/files-9]. */
const noSpace = /<Code>(?:QuotaExceeded|InsufficientStorage|XMinioStorageFull)<\/Code>/

/** Keys and times of one page of a listing. Our keys have no character that XML escapes. */
const entries = (xml: string) =>
  [...xml.matchAll(/<Contents>.*?<\/Contents>/gs)].map(([entry]) => ({
    name: /<Key>[^<]*?([^/<]+)<\/Key>/.exec(entry)?.[1] ?? '',
    at: Date.parse(/<LastModified>([^<]+)<\/LastModified>/.exec(entry)?.[1] ?? ''),
  }))

const tokenOf = (xml: string): string | undefined =>
  /<NextContinuationToken>([^<]+)<\/NextContinuationToken>/
    .exec(xml)?.[1]
    ?.replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&')

/**
 * Objects `files/ab/abcd…` in a bucket of any service with the S3 API [design/files-9]. The keys are the paths of the
 * folder on disk below `DATA_DIR`, so that files can be copied from one to the other.
 */
export const s3Storage = ({ bucketUrl, region, accessKeyId, secretAccessKey }: S3Bucket): Storage => {
  const client = new AwsClient({ service: 's3', region, accessKeyId, secretAccessKey, retries })
  const keyOf = (name: string) => {
    checkName(name)
    return `/files/${name.slice(0, 2)}/${name}`
  }

  /** Resolves with any answer below 500 except a refusal of our key; 503 `busy_try_again` otherwise. */
  const call = async (path: string, init: RequestInit = {}): Promise<Response> => {
    const signal = AbortSignal.timeout(timeoutMs)
    const reply = await client
      .fetch(bucketUrl + path, { ...init, redirect: 'error', signal })
      .catch((cause: unknown) => {
        throw new AppError(503, 'busy_try_again', { cause })
      })
    if (reply.ok || reply.status === 404) return reply
    const text = await reply.text().catch(() => '')
    const cause = new Error(`the storage answered ${reply.status}: ${text.slice(0, 300)}`)
    throw new AppError(503, reply.status === 507 || noSpace.test(text) ? 'storage_full' : 'busy_try_again', { cause })
  }
  const found = async (path: string, init: RequestInit = {}): Promise<Response> => {
    const reply = await call(path, init)
    if (reply.ok) return reply
    throw new AppError(503, 'busy_try_again', { cause: new Error('the storage has no such bucket') })
  }

  const put = async (key: string, bytes: Uint8Array): Promise<void> => {
    const reply = await found(key, {
      method: 'PUT',
      body: new Uint8Array(bytes),
      headers: {
        'content-type': 'application/octet-stream',
        // the service verifies the bytes with this
        'x-amz-content-sha256': createHash('sha256').update(bytes).digest('hex'),
      },
    })
    await reply.arrayBuffer()
  }

  return {
    place: `${bucketUrl}/files`,
    isEmpty: async () => {
      // names of files begin with digits or a to f, so they come before everything else
      const xml = await (
        await found(`/?${new URLSearchParams({ 'list-type': '2', prefix: 'files/' }).toString()}`)
      ).text()
      return !entries(xml).some(({ name }) => isFileName(name))
    },
    readMark: async () => {
      const reply = await call(`/files/${markName}`)
      if (reply.ok) return reply.text()
      await reply.body?.cancel()
      return undefined
    },
    writeMark: (mark) => put(`/files/${markName}`, Buffer.from(mark)),
    parts: Array.from({ length: 256 }, (_, index) => index.toString(16).padStart(2, '0')),
    write: async (name, bytes) => put(keyOf(name), bytes),
    read: async (name) => {
      const reply = await call(keyOf(name))
      if (reply.ok && reply.body !== null) return reply.body
      await reply.body?.cancel()
      return undefined
    },
    has: async (name) => (await call(keyOf(name), { method: 'HEAD' })).ok,
    remove: async (name) => {
      const reply = await call(keyOf(name), { method: 'DELETE' })
      await reply.body?.cancel()
    },
    listOld: async (part, ageMs) => {
      const before = Date.now() - ageMs
      const old: string[] = []
      let token: string | undefined
      do {
        const query = new URLSearchParams({ 'list-type': '2', prefix: `files/${part}/` })
        if (token !== undefined) query.set('continuation-token', token)
        const xml = await (await found(`/?${query.toString()}`)).text()
        for (const { name, at } of entries(xml)) if (at <= before && isFileName(name)) old.push(name)
        token = tokenOf(xml)
      } while (token !== undefined)
      return old
    },
  }
}
