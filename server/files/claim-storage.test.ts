import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { renewIfRestored } from '../backup/restored-copy.ts'
import { findInstallationId } from '../platform/database/installation-mark.ts'
import type { Logger } from '../platform/runtime/logger.ts'
import { s3Storage } from '../providers/storage/s3-storage.ts'
import { cityWithFilesFor, examplePicture } from '../testing/files/city-with-files.ts'
import { s3Keys, startS3Emulator } from '../testing/files/s3-emulator.ts'
import { databaseFor } from '../testing/test-database.ts'
import { claimAtStart, claimStorage } from './claim-storage.ts'
import type { FilesDeps } from './files-deps.ts'
import { sweepLooseFiles, sweepStorage } from './sweep-files.ts'

const { database, city, upload, dataDir } = await cityWithFilesFor(import.meta.url)
const other = await databaseFor(import.meta.url)
const service = await startS3Emulator()
afterAll(() => service.close())
beforeEach(() => service.objects.clear())

const mark = 'files/installation'
const warnings: string[] = []
const log = { warn: (_: unknown, text: string) => warnings.push(text) } as unknown as Logger
/** An installation with this database and the bucket. */
const onBucket = ({ db }: Pick<typeof other, 'db'>): FilesDeps => ({
  ...city.server.app,
  db,
  log,
  storage: s3Storage({ ...s3Keys, bucketUrl: service.url }),
})
const [ours, theirs] = [onBucket(database), onBucket(other)]
const putOld = (name: string) => {
  const key = `files/${name.slice(0, 2)}/${name}`
  service.objects.set(key, { bytes: Buffer.from('x'), at: new Date(0) })
  return key
}

describe('a storage belongs to one installation [design/files-11]', () => {
  it('an empty one is claimed by the first; a second is refused at its start and sweeps nothing', async () => {
    await claimStorage(ours)
    await claimStorage(ours)
    expect([...service.objects.keys()]).toEqual([mark])
    const picture = putOld(`ab${'1'.repeat(30)}`)
    await expect(claimAtStart(theirs)).rejects.toMatchObject({
      name: 'StartError',
      message: expect.stringContaining('belongs to another database') as string,
    })
    warnings.length = 0
    expect(await sweepStorage(theirs, ['ab'])).toBe(0)
    expect(warnings).toHaveLength(1)
    expect([...service.objects.keys()]).toContain(picture)
    expect(await sweepStorage(ours, ['ab'])).toBe(1)
  })

  it('also where both have the same data folder', async () => {
    const { app } = city.server
    const driver = await city.driver()
    expect((await upload(driver, '/api/files?kind=driverDocument', await examplePicture().jpeg().toBuffer())).key).toBe(
      'ok',
    )
    await claimStorage(app)
    await expect(claimStorage({ ...app, db: other.db })).rejects.toThrow(dataDir)
  })

  it('one from before is claimed by the database that knows a picture in it, and by no other', async () => {
    const { rows } = await sql<{ name: string }>`select name from files limit 1`.execute(database.db.request)
    putOld(rows[0]?.name ?? '')
    await expect(claimAtStart(theirs)).rejects.toThrow('pictures of another installation')
    expect(await sweepStorage(theirs, theirs.storage.parts)).toBe(0)
    await sweepLooseFiles(theirs)
    expect(service.objects.size).toBe(1)
    await claimAtStart(ours)
    expect(service.objects.has(mark)).toBe(true)
    expect(await sweepStorage(ours, ours.storage.parts)).toBe(0)
  })

  it('a copy of the database in another place is another installation', async () => {
    const { data } = await database.db.request
      .selectFrom('installation_marks')
      .select('data')
      .where('name', '=', 'installation')
      .executeTakeFirstOrThrow()
    await sql`delete from installation_marks where name = 'installation'`.execute(other.db.request)
    await sql`insert into installation_marks (name, data) values ('installation', ${JSON.stringify(data)}::jsonb)`.execute(
      other.db.request,
    )
    const ids = [await findInstallationId(database.db.request), await findInstallationId(other.db.request)]
    expect(new Set(ids).size).toBe(2)
    expect(await findInstallationId(database.db.request)).toBe(ids[0])
  })

  it('the first start of a backup makes a new id, and is refused the bucket of the original [design/data-95]', async () => {
    const copy = onBucket(other)
    await claimStorage(copy)
    await renewIfRestored(copy.db, dataDir)
    await claimAtStart(copy)
    writeFileSync(join(dataDir, 'restored'), '')
    await renewIfRestored(copy.db, dataDir)
    await expect(claimAtStart(copy)).rejects.toThrow('belongs to another database')
    // once
    const renewed = await findInstallationId(copy.db.request)
    await renewIfRestored(copy.db, dataDir)
    expect(await findInstallationId(copy.db.request)).toBe(renewed)
    service.objects.delete(mark)
    await claimAtStart(copy)
  })

  it('a storage that does not answer does not stop the start, and nothing in it is deleted', async () => {
    await claimStorage(ours)
    const left = putOld(`cd${'1'.repeat(30)}`)
    service.refuse.push(...Array.from({ length: 8 }, () => ({ status: 503 })))
    await claimAtStart(ours)
    expect(await sweepStorage(ours, ['cd'])).toBe(0)
    expect([...service.objects.keys()]).toContain(left)
    service.refuse.length = 0
    expect(await sweepStorage(ours, ['cd'])).toBe(1)
  })
})
