import type { Endpoint } from '@remis/domain/kit/endpoint'
import { endpoints } from '@remis/server/endpoints'
import fc from 'fast-check'
import { validCasesOf } from '../fuzz-case.ts'
import type { FuzzCity } from '../fuzz-city.ts'
import { send, type Sent } from '../wire.ts'

/** Every endpoint that takes a file, also one that is added later. */
export const uploadEndpoints: readonly Endpoint[] = endpoints
  .map(({ endpoint }) => endpoint)
  .filter(({ upload }) => upload !== undefined)

/** An address of an endpoint with a caller who may send a picture to it. */
export type UploadTarget = Omit<Sent, 'body'>

/** Calls that are tried to find the targets of an endpoint. */
const tries = 500
/** An endpoint with more queries has more targets than are needed. */
const most = 8

/** Finds a target for each query, such as each kind of picture, by sending a picture. */
export const findTargets = async (endpoint: Endpoint, city: FuzzCity, picture: Buffer): Promise<UploadTarget[]> => {
  const found = new Map<string, UploadTarget>()
  for (const { method, url, headers } of fc.sample(validCasesOf(endpoint, city), { numRuns: tries, seed: 1 })) {
    const [, query = ''] = url.split('?')
    if (found.size >= most) break
    if (found.has(query)) continue
    const sent = { method, url, headers: { ...headers, 'content-type': 'image/png' }, body: picture }
    if ((await send(city.city.server.url, sent)).status === 200) found.set(query, { method, url, headers })
  }
  return [...found.values()]
}
