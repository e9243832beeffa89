import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { carTypesApi, carTypeTableApi } from '@remis/domain/fare/car-types-api'
import { accountDataApi } from '@remis/domain/privacy/account-data-api'
import { carTypePictureOf, carTypePictureUrl, type FileKind } from '@remis/domain/files/file-kinds'
import { sql } from 'kysely'
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { sweepLooseFiles } from '../../files/sweep-files.ts'
import { eraseDueAccounts } from '../../privacy/erasure/erase-due.ts'
import { cityWithFilesFor, examplePicture } from '../../testing/files/city-with-files.ts'
import { inDemo, keyOf, type TestActor } from '../../testing/test-city.ts'
import { findBroken } from '../../verify/verify.ts'
import { exampleCarType } from './example-car-type.ts'

const { city, db, dataDir, upload } = await cityWithFilesFor(import.meta.url)
const folder = join(dataDir, 'files')
const admin = await city.person('admin')

const send = async (who: TestActor, kind: FileKind = 'carTypeImage') =>
  upload(who, `/api/files?kind=${kind}`, await examplePicture(1200, 600).png().toBuffer(), 'image/png')
const fetchPicture = (image: string) => fetch(city.server.url + image)

const add = async (image: string, who = admin) =>
  (await who.call(carTypeTableApi.create, { body: exampleCarType({ image }) })).carType
const setImage = async (id: string, image: string) =>
  (await admin.call(carTypeTableApi.update, { params: { id }, body: { image } })).carType
const rowOf = (id: string) => db.request.selectFrom('files').selectAll().where('id', '=', id).executeTakeFirst()
const onDisk = () =>
  (existsSync(folder) ? readdirSync(folder) : []).flatMap((part) =>
    part === 'installation' ? [] : readdirSync(join(folder, part)),
  )

describe('uploaded pictures of car types [design/catalogue-1] [design/catalogue-12]', () => {
  it('is a small JPEG that riders get with the list and everybody reads without a session, and keeps', async () => {
    const { id } = await send(admin)
    const car = await add(carTypePictureUrl(id))
    const rider = await city.person('rider')
    const { rows } = await rider.call(carTypesApi.list, {})
    const image = rows.find((row) => row.id === car.id)?.image ?? ''
    expect(carTypePictureOf(image)).toBe(id)
    const answer = await fetchPicture(image)
    expect([answer.status, answer.headers.get('content-type'), answer.headers.get('cache-control')]).toEqual([
      200,
      'image/jpeg',
      'public, max-age=31536000, immutable',
    ])
    const { width, format } = await sharp(Buffer.from(await answer.arrayBuffer())).metadata()
    expect([width, format]).toEqual([640, 'jpeg'])
  })

  it('are sent by admins only, not in demo mode', async () => {
    for (const role of ['rider', 'fleetadmin'] as const)
      expect(await send(await city.person(role))).toMatchObject({ status: 403, key: 'forbidden' })
    expect(await send(await city.driver())).toMatchObject({ status: 403, key: 'forbidden' })
    await inDemo(city, async () => {
      expect(await send(admin)).toMatchObject({ status: 403, key: 'demo_mode' })
    })
  })

  it('shows no other file, and takes no file of another admin, of another kind or of another car type', async () => {
    const driver = await city.driver()
    const licence = await send(driver, 'licenseImage')
    expect((await fetchPicture(carTypePictureUrl(licence.id))).status).toBe(404)
    const own = await send(admin, 'driverDocument')
    const other = await send(await city.person('admin'))
    const used = await send(admin)
    await add(carTypePictureUrl(used.id))
    for (const { id } of [licence, own, other, used])
      expect(await keyOf(add(carTypePictureUrl(id))), id).toBe('file_not_found')
    for (const image of ['/api/files/x', 'https://elsewhere.example/x.jpg', carTypePictureUrl('x')])
      expect(await keyOf(add(image)), image).toBe('car_type_invalid')
  })

  it('a replaced picture is deleted a day later, an archived car type keeps its own', async () => {
    const [first, second] = [await send(admin), await send(admin)]
    const car = await add(carTypePictureUrl(first.id))
    await setImage(car.id, carTypePictureUrl(second.id))
    // saved again as it is
    await setImage(car.id, carTypePictureUrl(second.id))
    const archived = await send(admin)
    const gone = await add(carTypePictureUrl(archived.id))
    await admin.call(carTypeTableApi.remove, { params: { id: gone.id } })
    const before = onDisk().length
    await sql`update files set loose_since = loose_since - interval '25 hours' where id = ${first.id}`.execute(
      db.request,
    )
    await sweepLooseFiles(city.server.app)
    expect(await rowOf(first.id)).toBeUndefined()
    expect(onDisk().length).toBe(before - 1)
    expect((await fetchPicture(carTypePictureUrl(second.id))).status).toBe(200)
    expect((await fetchPicture(carTypePictureUrl(archived.id))).status).toBe(200)
    expect(await findBroken(db.lists)).toEqual([])
  })

  it('stays when the account that sent it is erased, and is not in its export', async () => {
    const leaver = await city.person('admin')
    const { id } = await send(leaver)
    await add(carTypePictureUrl(id), leaver)
    expect(await rowOf(id)).toMatchObject({ owner_id: null, loose_since: null })
    await leaver.call(accountDataApi.requestDeletion, { body: {} })
    await sql`with d as (update account_deletions set asked_at = asked_at - interval '60 days',
        due_at = due_at - interval '60 days' where user_id = ${leaver.id} returning user_id)
      update sessions s set created_at = created_at - interval '60 days' from d where s.user_id = d.user_id`.execute(
      db.request,
    )
    await eraseDueAccounts(city.server.app)
    const erased = db.request.selectFrom('users').select('erased_at').where('id', '=', leaver.id)
    expect((await erased.executeTakeFirstOrThrow()).erased_at).not.toBeNull()
    expect((await fetchPicture(carTypePictureUrl(id))).status).toBe(200)
    expect(await findBroken(db.lists)).toEqual([])
  })
})
