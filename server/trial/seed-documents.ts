import { dayAt } from '@remis/domain/kit/calendar-day'
import { documentKinds, type DocumentKindName } from '@remis/domain/driver-documents/document-kinds'
import sharp, { type Create } from 'sharp'
import { accountsWith } from '../accounts/account-lookups.ts'
import { addDocument, hasDocuments } from '../driver-documents/add-document.ts'
import type { FilesDeps } from '../files/files-deps.ts'
import { storePicture } from '../files/store-picture.ts'
import { nowMs } from '../platform/database/db-clock.ts'
import { trialPeople } from './trial-people.ts'
import { trialZone } from './trial-settings.ts'

type Papers = readonly { readonly kind: DocumentKindName; readonly days: number; readonly waits?: true }[]

/**
 * Days until the end, of the first drivers. The insurance of the first driver ends within a week, that of the third is
 * being renewed.
 */
const papersOf: readonly Papers[] = [
  [
    { kind: 'drivingLicence', days: 900 },
    { kind: 'vehicleRegistration', days: 0 },
    { kind: 'insurance', days: 6 },
  ],
  [
    { kind: 'drivingLicence', days: 1500 },
    { kind: 'vehicleRegistration', days: 0 },
    { kind: 'insurance', days: 200 },
    { kind: 'inspection', days: 90 },
  ],
  [
    { kind: 'drivingLicence', days: 400 },
    { kind: 'vehicleRegistration', days: 0 },
    { kind: 'insurance', days: 365, waits: true },
  ],
]

const colours: Readonly<Record<DocumentKindName, string>> = {
  drivingLicence: '#b5487b',
  vehicleRegistration: '#3a7ca5',
  insurance: '#2f7d5c',
  inspection: '#8a6d3b',
  taxiPermit: '#6d5acf',
}

const block = (width: number, height: number, background: string): Create => ({
  width,
  height,
  channels: 3,
  background,
})

/** A card with a head, a portrait and lines in place of words. */
const drawCard = (kind: DocumentKindName): Promise<Buffer> =>
  sharp({ create: block(960, 600, '#f4f1ea') })
    .composite([
      { input: { create: block(960, 96, colours[kind]) }, left: 0, top: 0 },
      { input: { create: block(220, 280, '#c9c4b8') }, left: 60, top: 170 },
      ...[190, 250, 310, 370, 430].map((top, line) => ({
        input: { create: block(line % 2 === 0 ? 480 : 340, 22, '#b3ada0') },
        left: 340,
        top,
      })),
    ])
    .jpeg()
    .toBuffer()

/** Documents for some drivers of the trial; drivers who have any keep theirs. */
export const seedDocuments = async (app: FilesDeps): Promise<void> => {
  if (app.config.mode !== 'trial') return
  const [admin] = await accountsWith(app.db.request, { email: 'admin.one@remis.example' })
  if (admin === undefined) return
  const drivers = trialPeople[app.config.appCategory].filter(({ usertype }) => usertype === 'driver')
  for (const [place, papers] of papersOf.entries())
    await app.db.transact(async (tx) => {
      const [driver] = await accountsWith(tx, { email: drivers[place]?.email })
      if (driver === undefined || (await hasDocuments(tx, driver))) return
      const now = await nowMs(tx)
      for (const { kind, days, waits } of papers) {
        const bytes = await drawCard(kind)
        const file = await storePicture(app, tx, { owner: driver, kind: documentKinds[kind].file, bytes })
        const expiresOn = documentKinds[kind].expires ? dayAt(now + days * 86_400_000, trialZone) : null
        await addDocument(tx, { driver, kind, file, expiresOn, by: waits ? null : admin, zone: trialZone })
      }
    })
}
