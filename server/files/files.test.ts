import { execFileSync } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync, mkdirSync, existsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import type { FileKind } from '@remis/domain/files/file-kinds'
import { sql } from 'kysely'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { diskStorage } from '../providers/storage/disk-storage.ts'
import { blackPng } from '../testing/files/black-png.ts'
import { noisyPicture } from '../testing/files/noisy-picture.ts'
import { waitFor } from '../testing/actors.ts'
import { openCity, type City, type TestActor } from '../testing/test-city.ts'
import { databaseFor } from '../testing/test-database.ts'
import { findLostFiles } from './find-lost-files.ts'
import { partsAt, sweepLooseFiles, sweepStorage, turnMs } from './sweep-files.ts'
import { releaseFile, attachFile } from './attach-file.ts'

const database = await databaseFor(import.meta.url)
const dataDir = mkdtempSync(join(tmpdir(), 'remis-files-'))
const folder = join(dataDir, 'files')
let city: City
let driver: TestActor
let rider: TestActor

beforeAll(async () => {
  city = await openCity(database, { env: { DATA_DIR: dataDir }, limits: { files: { readOfPerson: 5 } } })
  driver = await city.driver()
  rider = await city.person('rider')
})
afterAll(() => rmSync(dataDir, { recursive: true, force: true }))

const picture = (width = 60, height = 40, format: 'jpeg' | 'png' | 'webp' = 'jpeg') =>
  sharp({ create: { width, height, channels: 3, background: '#2266aa' } })
    .toFormat(format)
    .toBuffer()

interface Sent {
  readonly kind?: FileKind
  readonly type?: string
}

const send = async (who: TestActor, bytes: Uint8Array, { kind = 'driverDocument', type = 'image/jpeg' }: Sent = {}) => {
  const answer = await fetch(`${city.server.url}/api/files?kind=${kind}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${who.token ?? ''}`, 'content-type': type },
    body: bytes as Uint8Array<ArrayBuffer>,
  })
  const body = (await answer.json()) as { id?: string; url?: string; error?: { key: string } }
  return { status: answer.status, key: body.error?.key ?? 'ok', id: body.id ?? '', url: body.url ?? '' }
}
const get = (who: TestActor | undefined, url: string) =>
  fetch(city.server.url + url, { headers: who === undefined ? {} : { authorization: `Bearer ${who.token ?? ''}` } })

const onDisk = (): string[] => (existsSync(folder) ? partsOf().flatMap((part) => readdirSync(join(folder, part))) : [])
/** Without the mark of the installation. */
const partsOf = () => readdirSync(folder).filter((name) => name.length === 2)
const rows = async () =>
  Number((await sql<{ n: number }>`select count(*)::int n from files`.execute(database.db.request)).rows[0]?.n)

describe('what may be stored [design/files-1] [design/files-2] [design/files-3]', () => {
  it('stores each format as upright JPEG without metadata, at most as large as its kind', async () => {
    const photo = await sharp(await picture(3000, 1500))
      .withExif({ IFD0: { Artist: 'Canary 4711' }, IFD3: { GPSLatitude: '34/1 54/1 0/1' } })
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer()
    const sent = await send(driver, photo)
    expect(sent).toMatchObject({ status: 200, url: `/api/files/${sent.id}` })
    const stored = Buffer.from(await (await get(driver, sent.url)).arrayBuffer())
    const { format, width, height, exif } = await sharp(stored).metadata()
    expect({ format, width, height, exif }).toEqual({ format: 'jpeg', width: 1200, height: 2400, exif: undefined })
    expect(stored.includes('Canary 4711')).toBe(false)
    for (const type of ['png', 'webp'] as const)
      expect((await send(driver, await picture(50, 50, type), { type: `image/${type}` })).key).toBe('ok')
    const face = await send(driver, await picture(900, 300), { kind: 'profileImage' })
    const square = await sharp(Buffer.from(await (await get(driver, face.url)).arrayBuffer())).metadata()
    expect([square.width, square.height]).toEqual([512, 512])
  })

  it('removes what a polyglot carries behind or inside its picture', async () => {
    const script = Buffer.from('<script>alert(1)</script><?php system($_GET[0]); ?>PK\u0003\u0004')
    const sent = await send(driver, Buffer.concat([await picture(), script]))
    const stored = Buffer.from(await (await get(driver, sent.url)).arrayBuffer())
    expect(stored.includes('<script>') || stored.includes('php')).toBe(false)
  })

  it.each<[string, () => Promise<Uint8Array> | Uint8Array, string, string]>([
    [
      'an SVG',
      () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script/></svg>'),
      'image/png',
      'file_not_picture',
    ],
    ['an SVG with its type', () => Buffer.from('<svg/>'), 'image/svg+xml', 'invalid_input'],
    ['a PDF', () => Buffer.from('%PDF-1.7 ...'), 'image/jpeg', 'file_not_picture'],
    [
      'a GIF',
      () =>
        sharp({ create: { width: 2, height: 2, channels: 3, background: 'red' } })
          .gif()
          .toBuffer(),
      'image/png',
      'file_not_picture',
    ],
    ['an HTML page', () => Buffer.from('<html>'), 'text/html', 'invalid_input'],
    ['nothing', () => Buffer.alloc(0), 'image/jpeg', 'file_not_picture'],
    ['only a signature', () => Buffer.from([0xff, 0xd8, 0xff, 0xe0]), 'image/jpeg', 'file_damaged'],
    ['a truncated file', async () => (await picture(800, 800)).subarray(0, 900), 'image/jpeg', 'file_damaged'],
    [
      'a truncated PNG',
      async () => (await noisyPicture('png', 400, 400)).subarray(0, 20_000),
      'image/png',
      'file_damaged',
    ],
    ['a decompression bomb', () => blackPng(30_000, 30_000), 'image/png', 'file_too_many_pixels'],
    ['a header that claims 4 billion pixels', () => blackPng(64, 64).fill(0xff, 16, 20), 'image/png', 'file_damaged'],
  ])('refuses %s', async (_what, bytes, type, key) => {
    const before = [await rows(), onDisk().length]
    expect((await send(driver, await bytes(), { type })).key).toBe(key)
    expect([await rows(), onDisk().length]).toEqual(before)
  })

  it('refuses more than 5 MB, declared or not, before it is read', async () => {
    const large = Buffer.alloc(5 * 1024 * 1024 + 1)
    expect(await send(driver, large)).toMatchObject({ status: 413, key: 'file_too_large' })
    const unsaid = await fetch(`${city.server.url}/api/files?kind=driverDocument`, {
      method: 'POST',
      headers: { authorization: `Bearer ${driver.token ?? ''}`, 'content-type': 'image/jpeg' },
      body: new Blob([large]).stream(),
      duplex: 'half',
    } as RequestInit)
    expect(unsaid.status).toBe(413)
  })

  it('takes no file from a stranger, and no picture where JSON is due', async () => {
    const anonymous = await fetch(`${city.server.url}/api/files?kind=profileImage`, {
      method: 'POST',
      headers: { 'content-type': 'image/jpeg' },
      body: (await picture()) as Buffer<ArrayBuffer>,
    })
    expect(anonymous.status).toBe(401)
    const elsewhere = await fetch(`${city.server.url}/api/sessions`, {
      method: 'POST',
      headers: { 'content-type': 'image/jpeg' },
      body: (await picture()) as Buffer<ArrayBuffer>,
    })
    expect(elsewhere.status).toBe(400)
  })

  it('holds the quota of a person, also under parallel uploads [design/files-8]', async () => {
    const keeper = await city.person('rider')
    const owner = keeper.id
    await sql`insert into files (id, owner_id, kind, name, bytes)
      select gen_random_uuid(), ${owner}, 'driverDocument', md5(random()::text), 1000
      from generate_series(1, 58)`.execute(database.db.request)
    const small = await picture()
    const keys = (await Promise.all(Array.from({ length: 5 }, () => send(keeper, small)))).map(({ key }) => key)
    expect(keys.toSorted()).toEqual(['file_quota', 'file_quota', 'file_quota', 'ok', 'ok'])
  })
})

describe('the readers of a file [design/files-6]', () => {
  it('answers as a file that can run nothing, to its owner, the office and the fleet of the driver only', async () => {
    const fleet = await city.person('fleetadmin')
    const own = await city.driver({ fleetadmin: fleet.id })
    const { url } = await send(own, await picture(), { kind: 'licenseImage' })
    const answer = await get(own, url)
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': 'image/jpeg',
      'content-disposition': expect.stringMatching(/^attachment; filename="[0-9a-f-]{36}\.jpg"$/) as unknown,
      'x-content-type-options': 'nosniff',
      'content-security-policy': expect.stringContaining("default-src 'none'; sandbox") as unknown,
      'cache-control': 'no-store',
    })
    const statuses = []
    for (const who of [fleet, await city.person('admin'), await city.person('fleetadmin'), rider, driver, undefined])
      statuses.push((await get(who, url)).status)
    expect(statuses).toEqual([200, 200, 404, 404, 404, 401])
  })

  it('shows a picture of a person to the other side of a booking, and no document', async () => {
    const face = await send(driver, await picture(), { kind: 'profileImage' })
    const licence = await send(driver, await picture(), { kind: 'licenseImage' })
    expect((await get(rider, face.url)).status).toBe(404)
    const booking = await city.book(rider)
    await sql`update bookings set status = 'ACCEPTED', driver = ${driver.id} where id = ${booking.id}`.execute(
      database.db.request,
    )
    expect((await get(rider, face.url)).status).toBe(200)
    expect((await get(rider, licence.url)).status).toBe(404)
    await sql`update bookings set status = 'NEW', driver = null where id = ${booking.id}`.execute(database.db.request)
  })

  it('shows no picture of the other side of a booking after a change of role [design/access-92]', async () => {
    const { request } = database.db
    const [customer, colleague] = [await city.person('rider'), await city.driver()]
    const { id } = await city.book(customer)
    await sql`update bookings set status = 'ACCEPTED', driver = ${colleague.id} where id = ${id}`.execute(request)
    const face = async (who: TestActor) => (await send(who, await picture(), { kind: 'profileImage' })).url
    const setRole = (who: TestActor, role: string) =>
      sql`update users set usertype = ${role} where id = ${who.id}`.execute(request)
    const pictures = [
      { reader: customer, url: await face(colleague), role: 'rider', next: 'driver' },
      { reader: colleague, url: await face(customer), role: 'driver', next: 'rider' },
    ]
    for (const { reader, url, role, next } of pictures) {
      const { status: before } = await get(reader, url)
      await setRole(reader, next)
      expect([before, (await get(reader, url)).status]).toEqual([200, 404])
      await setRole(reader, role)
    }
    await sql`update bookings set status = 'NEW', driver = null where id = ${id}`.execute(request)
  })

  it('hides documents from the office in demo mode', async () => {
    const { url } = await send(driver, await picture(), { kind: 'licenseImage' })
    await city.server.app.settings.change({ AllowCriticalEditsAdmin: false }, null)
    expect((await get(await city.person('admin'), url)).status).toBe(403)
    expect((await get(driver, url)).status).toBe(200)
    await city.server.app.settings.change({ AllowCriticalEditsAdmin: true }, null)
  })

  it('closes the file when its reader is gone before the first byte', async () => {
    const { url } = await send(driver, await picture())
    const { storage } = city.server.app
    const usual = { ...storage }
    const reader = new AbortController()
    const opened: Readable[] = []
    const readLate = async (name: string) => {
      const content = (await usual.read(name)) as Readable
      opened.push(content)
      reader.abort()
      await sleep(100)
      return content
    }
    Object.assign(storage, { read: readLate })
    const headers = { authorization: `Bearer ${driver.token ?? ''}` }
    await expect(fetch(city.server.url + url, { headers, signal: reader.signal })).rejects.toThrow('aborted')
    Object.assign(storage, usual)
    await waitFor(() => opened[0]?.closed === true)
  })

  it.each(['../../../etc/passwd', '..%2f..%2fpostgres-password', '%00', 'ab/../../x'])(
    'no path leaves the storage: %s',
    async (path) => {
      const admin = await city.person('admin')
      expect([400, 404]).toContain((await get(admin, `/api/files/${path}`)).status)
      await expect(diskStorage(folder).read(path)).rejects.toThrow('not the name of a stored file')
    },
  )
})

describe('rows and bytes agree [design/files-5]', () => {
  const { request: db } = database.db

  it('a file can be used once, by its owner, as its kind', async () => {
    const { id, url } = await send(driver, await picture(), { kind: 'profileImage' })
    const take = (owner: string, kind: FileKind) =>
      database.db.transact((tx) => attachFile(tx, { file: id, owner, kind })).catch((error: Error) => error.message)
    expect(await take(rider.id, 'profileImage')).toBe('file_not_found')
    expect(await take(driver.id, 'licenseImage')).toBe('file_not_found')
    expect(await take(driver.id, 'profileImage')).toBe(url)
    await sql`update users set profile_image = ${url} where id = ${driver.id}`.execute(db)
    expect(await take(driver.id, 'profileImage')).toBe('file_not_found')
  })

  it('what is loose for a day is deleted with its bytes; what is used stays', async () => {
    await sql`update users set profile_image = null`.execute(db)
    await sql`delete from files`.execute(db)
    const kept = await send(driver, await picture())
    const loose = await send(driver, await picture())
    const released = await send(driver, await picture())
    await database.db.transact(async (tx) => {
      for (const { id } of [kept, released])
        await attachFile(tx, { file: id, owner: driver.id, kind: 'driverDocument' })
      await releaseFile(tx, released.url)
      await releaseFile(tx, 'https://elsewhere.example/x.jpg')
    })
    await sql`update files set loose_since = loose_since - interval '25 hours' where id = ${loose.id}`.execute(db)
    const before = onDisk().length
    await sweepLooseFiles(city.server.app)
    expect(onDisk().length).toBe(before - 1)
    expect([(await get(driver, kept.url)).status, (await get(driver, released.url)).status]).toEqual([200, 200])
    expect((await get(driver, loose.url)).status).toBe(404)
    // Nothing refers to it [invariants-P7].
    await sql`delete from files where id = ${kept.id}`.execute(db)
  })

  it('bytes without a row are removed once they are old: after a crash between disk and database', async () => {
    const { app, failpoint } = city.server
    const before = [await rows(), onDisk().length] as const
    failpoint.fail('files.stored', new Error('killed'))
    expect((await send(rider, await picture())).status).toBe(500)
    failpoint.clear()
    expect([await rows(), onDisk().length]).toEqual([before[0], before[1] + 1])
    // Too young: its row could still come.
    expect(await sweepStorage(app, app.storage.parts)).toBe(0)
    const old = new Date(Date.now() - 2 * 3_600_000)
    for (const part of partsOf())
      for (const name of readdirSync(join(folder, part))) utimesSync(join(folder, part, name), old, old)
    await sweepStorage(app, app.storage.parts)
    expect(onDisk().length).toBe(await rows())
    const part = join(folder, 'ab')
    mkdirSync(part, { recursive: true })
    const names = [`ab${'0'.repeat(30)}`, `ab${'1'.repeat(30)}.part`, `ab${'2'.repeat(30)}`]
    for (const name of names) writeFileSync(join(part, name), 'x')
    for (const name of names.slice(0, 2)) utimesSync(join(part, name), old, old)
    await sweepStorage(app, ['ab'])
    expect(names.map((name) => existsSync(join(part, name)))).toEqual([false, false, true])
  })

  it('each part of the storage has its turn within six hours, though each sweep begins late', () => {
    const { parts } = city.server.app.storage
    const since = Date.now()
    const swept = new Set<string>()
    for (let now = since; now < since + 6 * 3_600_000; now += turnMs + 30_000)
      for (const part of partsAt(parts, now)) swept.add(part)
    expect(swept.size).toBe(256)
    expect([partsAt(parts, since).length, partsAt(['all'], since)]).toEqual([16, ['all']])
  })

  it('bytes of an upload that is refused at the end are removed at once: the booking has another driver meanwhile', async () => {
    const { id } = await city.book(rider)
    const become = (who: string | null, status: string) =>
      sql`update bookings set status = ${status}, driver = ${who} where id = ${id}`.execute(db)
    await become(driver.id, 'ACCEPTED')
    const before = [await rows(), onDisk().length]
    const stop = city.server.failpoint.pause('files.stored')
    const sending = fetch(`${city.server.url}/api/bookings/${id}/photos?name=pickup_image`, {
      method: 'POST',
      headers: { authorization: `Bearer ${driver.token ?? ''}`, 'content-type': 'image/jpeg' },
      body: (await picture()) as Buffer<ArrayBuffer>,
    })
    await stop.reached
    expect(onDisk().length).toBe(before[1]! + 1)
    await become(null, 'NEW')
    stop.release()
    expect((await sending).status).toBe(404)
    expect([await rows(), onDisk().length]).toEqual(before)
  })

  it('a row whose bytes are gone is named, one that is deleted meanwhile is not [invariants-P8]', async () => {
    const [lost, gone, kept] = [await send(driver, await picture()), await send(driver, await picture()), await send(driver, await picture())] // prettier-ignore
    const nameOf = async (id: string) =>
      (await sql<{ name: string }>`select name from files where id = ${id}`.execute(database.db.request)).rows[0]!.name
    const storage = diskStorage(folder)
    expect(await findLostFiles(database.db.lists, storage)).toBeUndefined()
    const [lostName, goneName] = [await nameOf(lost.id), await nameOf(gone.id)]
    await storage.remove(lostName)
    const deleting = {
      ...storage,
      has: async (name: string) => {
        if (name !== goneName) return storage.has(name)
        await sql`delete from files where name = ${name}`.execute(database.db.request)
        await storage.remove(name)
        return storage.has(name)
      },
    }
    expect(await findLostFiles(database.db.lists, deleting)).toMatchObject({ invariant: 'P8', rows: [lost.id] })
    await sql`delete from files where id in (${lost.id}, ${kept.id})`.execute(database.db.request)
  })

  it('a full disk answers storage_full and leaves nothing [design/files-4]', async (context) => {
    const small = mkdtempSync(join(tmpdir(), 'remis-full-'))
    try {
      execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=64k', 'tmpfs', small], { stdio: 'ignore' })
    } catch {
      rmSync(small, { recursive: true })
      return context.skip()
    }
    const storage = diskStorage(small)
    const error = await storage.write('0'.repeat(32), Buffer.alloc(200_000)).catch((thrown: unknown) => thrown)
    const left = readdirSync(small).flatMap((part) => readdirSync(join(small, part)))
    execFileSync('umount', ['-l', small])
    rmSync(small, { recursive: true })
    expect(error).toMatchObject({ status: 503, key: 'storage_full' })
    expect(left).toEqual([])
  })
})
