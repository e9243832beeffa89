import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { mostBytes } from '@remis/domain/files/file-kinds'
import type { UploadTarget } from './upload-targets.ts'

/** An upload with wrong framing, byte by byte. */
interface BrokenUpload {
  readonly name: string
  readonly bytes: (target: UploadTarget) => Buffer
}

const request = ({ method, url, headers }: UploadTarget, framing: readonly string[], ...body: (Buffer | string)[]) => {
  const lines = [
    `${method} ${url} HTTP/1.1`,
    'host: remis',
    'content-type: image/jpeg',
    ...Object.entries(headers).map(([name, value]) => `${name}: ${String(value)}`),
    ...framing,
  ]
  return Buffer.concat([Buffer.from(`${lines.join('\r\n')}\r\n\r\n`), ...body.map((part) => Buffer.from(part))])
}

const chunked = 'transfer-encoding: chunked'

const chunkOf = (bytes: Buffer): Buffer =>
  Buffer.concat([Buffer.from(`${bytes.length.toString(16)}\r\n`), bytes, Buffer.from('\r\n')])

/** Uploads of this picture that the server answers with an error, and stores nothing of. */
export const brokenUploads = (picture: Buffer): readonly BrokenUpload[] => {
  const upload = (name: string, framing: readonly string[], ...body: (Buffer | string)[]): BrokenUpload => ({
    name,
    bytes: (target) => request(target, ['connection: close', ...framing], ...body),
  })
  const length = `content-length: ${picture.length}`
  return [
    upload('a length below that of the picture', ['content-length: 20'], picture),
    {
      name: 'a length below that of the picture, and the rest as the next request',
      bytes: (target) => request(target, ['content-length: 20'], picture),
    },
    upload('a length above every limit', [`content-length: ${mostBytes + 1}`], picture),
    upload('a length above every number', ['content-length: 99999999999999999999'], picture),
    upload('a negative length', ['content-length: -1'], picture),
    upload('a length in words', ['content-length: ten'], picture),
    upload('two lengths', [length, 'content-length: 20'], picture),
    upload('a length and chunks', [length, chunked], chunkOf(picture), '0\r\n\r\n'),
    upload('no length', [], picture),
    upload('chunks of another encoding', ['transfer-encoding: gzip, chunked'], chunkOf(picture), '0\r\n\r\n'),
    upload('half in a chunk, then no chunk', [chunked], chunkOf(picture.subarray(0, 400)), picture.subarray(400)),
    upload('chunks that end after half of the picture', [chunked], chunkOf(picture.subarray(0, 400)), '0\r\n\r\n'),
    upload(
      'chunks above every limit',
      [chunked],
      ...Array.from({ length: 6 }, () => chunkOf(Buffer.alloc(mostBytes / 5))),
    ),
    upload('two types', [length, 'content-type: text/html'], picture.subarray(0, 400), Buffer.alloc(picture.length)),
  ]
}

interface Cut {
  readonly picture: Buffer
  /** bytes of it that are sent */
  readonly sent: number
  readonly by: 'reset' | 'end'
}

/** Sends a part of an upload, waits for the server to begin with it, and ends the connection. */
export const cutUpload = async (base: string, target: UploadTarget, { picture, sent, by }: Cut): Promise<void> => {
  const { hostname, port } = new URL(base)
  const socket = connect(Number(port), hostname)
  await new Promise((done) => socket.once('connect', done))
  socket.on('error', () => undefined)
  socket.write(request(target, [`content-length: ${picture.length}`], picture.subarray(0, sent)))
  await sleep(30)
  if (by === 'reset') socket.resetAndDestroy()
  else socket.end()
}
