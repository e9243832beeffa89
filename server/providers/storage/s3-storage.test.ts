import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { s3Keys, signatureOf, startS3Emulator, type S3Emulator } from '../../testing/files/s3-emulator.ts'
import { s3Storage } from './s3-storage.ts'
import type { Storage } from './storage-provider.ts'

let service: S3Emulator
let storage: Storage
beforeAll(async () => {
  service = await startS3Emulator()
  storage = s3Storage({ ...s3Keys, bucketUrl: service.url })
})
afterAll(() => service.close())
beforeEach(() => {
  service.objects.clear()
  service.refuse.length = 0
  service.seen.length = 0
})

const name = (digits: string) => digits.padEnd(32, '0')
const read = async (from: Storage, file: string) => {
  const content = await from.read(file)
  return content === undefined ? undefined : (await buffer(content)).toString()
}

it('the emulator computes the signature of the documented example', () => {
  const headers = {
    host: 'examplebucket.s3.amazonaws.com',
    range: 'bytes=0-9',
    'x-amz-content-sha256': 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
    'x-amz-date': '20130524T000000Z',
    authorization:
      'AWS4-HMAC-SHA256 Credential=AKIAIOSFODNN7EXAMPLE/20130524/us-east-1/s3/aws4_request,SignedHeaders=host;range;x-amz-content-sha256;x-amz-date,Signature=',
  }
  const signed = { method: 'GET', url: '/test.txt', headers }
  expect(signatureOf(signed, 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY')).toBe(
    'f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41',
  )
})

describe('a bucket with the S3 API [design/files-9]', () => {
  it('keeps, reads and removes a file under the path it has on disk', async () => {
    await storage.write(name('ab1'), Buffer.from('a picture'))
    expect([...service.objects.keys()]).toEqual([`files/ab/${name('ab1')}`])
    expect(await read(storage, name('ab1'))).toBe('a picture')
    await storage.remove(name('ab1'))
    await storage.remove(name('ab1'))
    expect(await read(storage, name('ab1'))).toBeUndefined()
  })

  it('lists the files of a part that are old enough, over several pages', async () => {
    const old = [name('cd1'), name('cd2'), name('cd3'), name('cd4'), name('cd5')]
    for (const file of [...old, name('cd6'), name('ce1')]) await storage.write(file, Buffer.from('x'))
    for (const file of [...old, name('ce1')]) service.objects.get(`files/${file.slice(0, 2)}/${file}`)!.at = new Date(0)
    service.objects.set('files/cd/notes.txt', { bytes: Buffer.from(''), at: new Date(0) })
    expect(await storage.listOld('cd', 3_600_000)).toEqual(old)
    expect(await storage.listOld('ff', 0)).toEqual([])
  })

  it('knows whether it has a file', async () => {
    await storage.write(name('02'), Buffer.from('here'))
    expect([await storage.has(name('02')), await storage.has(name('03'))]).toEqual([true, false])
  })

  it('tries again after an error of the service', async () => {
    service.refuse.push({ status: 500 }, { status: 503 })
    await storage.write(name('01'), Buffer.from('third try'))
    expect(service.seen).toHaveLength(3)
    expect(await read(storage, name('01'))).toBe('third try')
  })

  it.each([
    [507, '', 'storage_full'],
    [403, '<Error><Code>QuotaExceeded</Code></Error>', 'storage_full'],
    [403, '<Error><Code>AccessDenied</Code></Error>', 'busy_try_again'],
  ])('answers 503 when the service refuses with %i %s', async (status, body, key) => {
    service.refuse.push(...Array.from({ length: 4 }, () => ({ status, body })))
    await expect(storage.write(name('02'), Buffer.from('x'))).rejects.toMatchObject({ status: 503, key })
    expect(service.objects.size).toBe(0)
  })

  it('answers 503 for a wrong key, a bucket that does not exist, and a host that does not answer', async () => {
    const wrong = [
      s3Storage({ ...s3Keys, bucketUrl: service.url, secretAccessKey: 'another' }),
      s3Storage({ ...s3Keys, bucketUrl: service.url, region: 'us-east-1' }),
      s3Storage({ ...s3Keys, bucketUrl: service.url.replace('/bucket', '/other') }),
      s3Storage({ ...s3Keys, bucketUrl: 'http://127.0.0.1:9/bucket' }),
    ]
    for (const one of wrong)
      await expect(one.write(name('03'), Buffer.from('x'))).rejects.toMatchObject({
        status: 503,
        key: 'busy_try_again',
      })
  })

  it('refuses every name that the server did not make [design/files-4]', async () => {
    for (const file of ['../secret', 'ab', name('ab').toUpperCase()])
      await expect(storage.read(file)).rejects.toThrow('not the name of a stored file')
    expect(service.seen).toEqual([])
  })
})
