import { gzipSync } from 'node:zlib'
import type { Endpoint } from '@remis/domain/kit/endpoint'
import fc, { type Arbitrary } from 'fast-check'
import type { FuzzCase } from './fuzz-call.ts'

const utf16 = (text: string) => Buffer.from(`\uFEFF${text}`, 'utf16le')

const large = [
  '{"a":'.repeat(1000) + '1' + '}'.repeat(1000),
  '['.repeat(100_000) + ']'.repeat(100_000),
  '['.repeat(100_000),
  `{"a":"${'x'.repeat(1024 * 1024)}"}`,
  `{${Array.from({ length: 20_000 }, (_, at) => `"k${at}":1`).join(',')}}`,
]

/** Bodies that are no JSON, or not what the header says, made from a valid one. */
const bodies = (json: string): Arbitrary<Buffer> =>
  fc.oneof(
    fc.nat(Math.max(1, json.length - 1)).map((cut) => Buffer.from(json.slice(0, cut))),
    fc
      .constantFrom(
        '',
        ' ',
        '"',
        'null',
        '[]',
        '1',
        'true',
        '{}',
        '{',
        '}',
        '[{}]',
        "{'a':1}",
        '{"a":1,}',
        '{"a":NaN}',
        `${json}${json}`,
        `\uFEFF${json}`,
        json.replaceAll('"', "'"),
        json.replace('{', '{"__proto__":{"usertype":"admin"},'),
        json.replace('{', '{"constructor":{"prototype":{"approved":true}},'),
        json.replace(/^\{(.*)\}$/s, '{$1,$1}'),
        ...large,
      )
      .map((text) => Buffer.from(text)),
    fc.constantFrom(utf16(json), Buffer.from(json, 'latin1'), gzipSync(json)),
    fc.uint8Array({ maxLength: 60 }).map((bytes) => Buffer.from(bytes)),
  )

const contentTypes = [
  'text/plain',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=x',
  'application/json; charset=utf-16',
  'application/json;;;',
  'application/json, text/html',
  'application/problem+json',
  'APPLICATION/JSON',
  '*/*',
  ';',
  '',
]

const headers: readonly Readonly<Record<string, string | string[]>>[] = [
  ...contentTypes.map((type) => ({ 'content-type': type })),
  { 'content-encoding': 'gzip' },
  { 'content-encoding': 'br, deflate' },
  { 'transfer-encoding': 'gzip, chunked' },
  { authorization: 'Bearer' },
  { authorization: 'Bearer  two  words' },
  { authorization: `Bearer ${'A'.repeat(43)}` },
  { authorization: 'Bearer v1.x.99999999999999999999.x' },
  { authorization: `Bearer v1.${'.'.repeat(40)}` },
  { authorization: 'Basic OjpcAA==' },
  { authorization: 'é'.repeat(50) },
  { authorization: ['Bearer a', 'Bearer b'] },
  { cookie: 'remis=' },
  { cookie: `remis=${'%00'.repeat(20)}; remis=${'A'.repeat(43)}` },
  { cookie: '=;;=;remis' },
  { cookie: '__proto__=1; constructor=2' },
  { 'idempotency-key': '' },
  { 'idempotency-key': 'x'.repeat(81) },
  { 'idempotency-key': ['a', 'b'] },
  { 'idempotency-key': 'ÿþ' },
  { 'idempotency-key': "'; drop table users; --" },
  { 'x-forwarded-for': '999.1.1.1, ::ffff:0:0:0:0, a\tb' },
  { 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'gopher' },
  { host: 'evil.example:99999' },
  { origin: 'null' },
  { origin: 'http://' },
  { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' },
  { 'x-http-method-override': 'DELETE' },
  { 'user-agent': 'ü'.repeat(8000) },
  { 'user-agent': '\t' },
  { accept: 'text/html;q=zzz, */*;q=99' },
  { 'accept-language': '*-*-*;q=1e9' },
  { 'if-none-match': '*' },
  { range: 'bytes=-1,0-,99999999999999999999-' },
  { expect: 'a-miracle' },
  { 'x-request-id': '../../x' },
  { 'accept-encoding': 'gzip;q=NaN, br;;' },
]

const queries = [
  '?',
  '??&&==',
  '?%',
  '?%00=%00',
  '?a=%ff%fe',
  '?__proto__=1&__proto__[x]=2',
  '?constructor=1',
  '?id=1&id=2&cursor=a&cursor=b&limit=1&limit=2',
  '?cursor[]=1&limit[a]=2',
  '?limit=%2B5&limit=',
  '?limit=1e2',
  '?limit=0x10',
  `?x=${'y'.repeat(6000)}`,
  `?${'a&'.repeat(3000)}`,
  '#fragment?x',
]

const paths = [
  '%00',
  '%',
  '%zz',
  '%ff',
  '..',
  '%2e%2e%2f',
  '%2F',
  ';',
  '*',
  `${'a'.repeat(201)}`,
  `${'%41'.repeat(80)}`,
]

/** A valid call with an error below the schemas: in its bytes, its headers, its query or its path. */
export const rawCase = (whole: FuzzCase, endpoint: Endpoint): Arbitrary<FuzzCase> => {
  const raw = { ...whole, kind: 'raw' as const, fits: undefined }
  const json = whole.body?.toString('utf8') ?? '{}'
  const withHeaders = fc.constantFrom(...headers).map((more) => ({ ...raw, headers: { ...whole.headers, ...more } }))
  const withQuery = fc.constantFrom(...queries).map((query) => ({ ...raw, url: whole.url.split('?')[0] + query }))
  const withPath = fc
    .constantFrom(...paths)
    .map((odd) => ({ ...raw, here: false, url: endpoint.path.replace(/:\w+|[^/]+$/, odd) }))
  const withBody = bodies(json).map((body) => ({ ...raw, body }))
  const isRead = endpoint.method === 'GET'
  return fc.oneof(
    { weight: isRead ? 1 : 5, arbitrary: withBody },
    { weight: 3, arbitrary: withHeaders },
    { weight: 2, arbitrary: withQuery },
    { weight: 1, arbitrary: withPath },
  )
}
