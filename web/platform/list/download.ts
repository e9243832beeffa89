import { makeCall } from '@remis/domain/kit/call'
import type { Route } from '@remis/domain/kit/endpoint'
import { newKey } from '../api/plain-call.ts'

interface Named {
  readonly name: string
  readonly bytes: Blob
}

const readFile = async (answer: Response): Promise<Named> => ({
  name: /filename="([^"]+)"/.exec(answer.headers.get('content-disposition') ?? '')?.[1] ?? 'export',
  bytes: await answer.blob(),
})

const fetchFile = makeCall({
  base: '',
  token: () => undefined,
  newKey,
  fetch: async (url, init) => {
    const answer = await fetch(url, init)
    return { status: answer.status, json: () => (answer.ok ? readFile(answer) : answer.json()) }
  },
})

/** Fetches the file of an endpoint and has the browser save it. Throws AppError when the server refuses it. */
export const download = async (endpoint: Route, query: object, params: object = {}): Promise<void> => {
  const { name, bytes } = (await fetchFile(endpoint, { query, params } as never)) as unknown as Named
  saveFile(name, bytes)
}

/** Has the browser save a file. */
export const saveFile = (name: string, bytes: Blob): void => {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(bytes)
  link.download = name
  link.click()
  // The browser reads the file after the click, so its memory is freed a minute later.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
}
