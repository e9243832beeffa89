import { onePixel } from '../../access/requests/application-requests.ts'
import type { Client } from '../../api-client.ts'
import type { CrashCity } from '../crash-city.ts'

const fetchAs = async ({ base }: CrashCity, { token }: Client, path: string, init: RequestInit): Promise<Response> => {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'image/png' }
  const answer = await fetch(base + path, { ...init, headers })
  if (answer.ok) return answer
  const text = await answer.text()
  const { error } = JSON.parse(text) as { error?: { key?: string } }
  throw Object.assign(new Error(`${path}: ${answer.status} ${text}`), { key: error?.key })
}

/** Uploads a picture of one pixel; resolves with its id. */
export const sendPicture = async (city: CrashCity, client: Client, path: string): Promise<string> => {
  const answer = await fetchAs(city, client, path, { method: 'POST', body: onePixel as Buffer<ArrayBuffer> })
  return ((await answer.json()) as { id: string }).id
}

/** Rejects when this person does not get the bytes of the picture. */
export const readPicture = async (city: CrashCity, client: Client, url: string): Promise<void> => {
  await (await fetchAs(city, client, url, {})).arrayBuffer()
}
