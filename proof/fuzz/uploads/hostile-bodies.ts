import { randomBytes } from 'node:crypto'
import { deflateSync, gzipSync } from 'node:zlib'
import { mostBytes } from '@remis/domain/files/file-kinds'
import type { MessageKey } from '@remis/domain/messages/english'
import { blackPng, pngChunk } from '@remis/server/testing/files/black-png'
import { noisyPicture } from '@remis/server/testing/files/noisy-picture'

/** A body that is refused with one of these keys, whatever the endpoint. */
interface HostileBody {
  readonly name: string
  readonly body: Buffer
  readonly headers: Readonly<Record<string, string>>
  readonly keys: readonly MessageKey[]
}

export const formats = ['jpeg', 'png', 'webp'] as const

const html = '<!doctype html><html><body><script>alert(1)</script></body></html>'
const svg = '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"><script>alert(1)</script></svg>'
/** An empty archive: the record that ends each zip file. */
const zip = Buffer.concat([Buffer.from('PK\u0005\u0006'), Buffer.alloc(18)])
const jpegStart = Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 16, 0x4a, 0x46, 0x49, 0x46, 0, 1, 1, 0, 0, 1, 0, 1, 0, 0])
/** A frame header that claims the most pixels that a JPEG can have. */
const jpegFrame = Buffer.from([0xff, 0xc0, 0, 11, 8, 0xff, 0xff, 0xff, 0xff, 1, 1, 0x11, 0])

type Case = readonly [name: string, body: Buffer | string, keys: MessageKey | readonly MessageKey[], type?: string]

/** Bodies that are refused by the endpoint of any picture. */
export const hostileBodies = async (): Promise<readonly HostileBody[]> => {
  const pictures = await Promise.all(formats.map(async (format) => ({ format, bytes: await noisyPicture(format) })))
  const jpeg = pictures[0]!.bytes
  const cases: readonly Case[] = [
    ['nothing', '', 'file_not_picture'],
    ['random bytes', randomBytes(2000), 'file_not_picture'],
    ['a zip', zip, 'file_not_picture'],
    ['a zip with its type', zip, 'invalid_input', 'application/zip'],
    ['an SVG', svg, 'file_not_picture'],
    ['an SVG with its type', svg, 'invalid_input', 'image/svg+xml'],
    ['an HTML page', html, 'file_not_picture'],
    ['an HTML page with its type', html, 'invalid_input', 'text/html'],
    ['a GIF', await noisyPicture('gif'), 'file_not_picture'],
    ['a TIFF', await noisyPicture('tiff'), 'file_not_picture'],
    ['a PDF', '%PDF-1.7\n%%EOF', 'file_not_picture'],
    ['JSON with its type', '{"file":"x"}', 'invalid_input', 'application/json'],
    ['empty JSON with its type', '{}', 'file_not_picture', 'application/json'],
    ['a form', 'kind=profileImage', 'invalid_input', 'application/x-www-form-urlencoded'],
    [
      'a picture in a multipart form',
      Buffer.concat([Buffer.from('--x\r\ncontent-type: image/jpeg\r\n\r\n'), jpeg, Buffer.from('\r\n--x--\r\n')]),
      'invalid_input',
      'multipart/form-data; boundary=x',
    ],
    ['a picture with a type of no picture', jpeg, 'invalid_input', 'text/html'],
    ['a picture as JSON', jpeg, 'invalid_input', 'application/json'],
    ['a picture with an unreadable type', jpeg, 'invalid_input', ';;image/jpeg'],
    ['a picture with a parameter in its type', jpeg, 'invalid_input', 'image/jpeg; charset=utf-8'],
    ['the start of a JPEG, then HTML', Buffer.concat([jpegStart, Buffer.from(html)]), 'file_damaged'],
    ['the start of a JPEG, then random bytes', Buffer.concat([jpegStart, randomBytes(2000)]), 'file_damaged'],
    [
      'the signature of a PNG, then HTML',
      Buffer.concat([blackPng(1, 1).subarray(0, 8), Buffer.from(html)]),
      'file_damaged',
    ],
    ['the signature of a WebP, then HTML', `RIFF\u0000\u0000\u0001\u0000WEBPVP8 ${html}`, 'file_damaged'],
    ...pictures.map(({ format, bytes }): Case => [
      `half of a ${format}`,
      bytes.subarray(0, bytes.length / 2),
      'file_damaged',
    ]),
    ['a PNG of 10,000 x 10,000 px', blackPng(10_000, 10_000), 'file_too_many_pixels'],
    ['a PNG of one line of 26 million px', blackPng(26_000_000, 1), ['file_too_many_pixels', 'file_damaged']],
    [
      'a small PNG that claims 2 billion lines',
      claim(blackPng(64, 64), 0x7f_ff_ff_ff),
      ['file_too_many_pixels', 'file_damaged'],
    ],
    [
      'a JPEG that claims 65,535 x 65,535 px',
      Buffer.concat([jpegStart, jpegFrame, Buffer.alloc(200)]),
      ['file_too_many_pixels', 'file_damaged'],
    ],
    ['a byte more than an upload may have', Buffer.alloc(mostBytes + 1, jpeg), 'file_too_large'],
  ]
  return [
    ...cases.map(([name, body, keys, type = 'image/jpeg']) => ({
      name,
      body: Buffer.from(body),
      headers: { 'content-type': type },
      keys: [keys].flat(),
    })),
    {
      name: 'a packed picture',
      body: gzipSync(jpeg),
      headers: { 'content-type': 'image/jpeg', 'content-encoding': 'gzip' },
      keys: ['file_not_picture'],
    },
  ]
}

/** The PNG with another height and the right checksum in its header. */
function claim(png: Buffer, height: number): Buffer {
  const header = Buffer.from(png.subarray(16, 29))
  header.writeUInt32BE(height, 4)
  return Buffer.concat([png.subarray(0, 8), pngChunk('IHDR', header), png.subarray(33)])
}

/** Pictures of one pixel with chunks that are small in the file and unpack to 64 MB. */
export const packedChunks = (): readonly Buffer[] => {
  const packed = deflateSync(Buffer.alloc(64 * 1024 * 1024))
  const chunks = [
    pngChunk('zTXt', Buffer.concat([Buffer.from('Comment\0\0'), packed])),
    pngChunk('iCCP', Buffer.concat([Buffer.from('profile\0\0'), packed])),
  ]
  return chunks.map((chunk) => blackPng(1, 1, chunk))
}
