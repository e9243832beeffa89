import type { FileKind } from '../files/file-kinds.ts'

interface DocumentKind {
  /** an application needs it, and a driver is paused when it has ended */
  readonly required: boolean
  /** it has a last day */
  readonly expires: boolean
  readonly file: FileKind
}

/**
 * The documents of a driver [design/documents-1]. The picture of the accepted licence is also the person's
 * `licenseImage` [design/documents-12].
 */
export const documentKinds = {
  drivingLicence: { required: true, expires: true, file: 'licenseImage' },
  vehicleRegistration: { required: true, expires: false, file: 'driverDocument' },
  insurance: { required: true, expires: true, file: 'driverDocument' },
  inspection: { required: false, expires: true, file: 'driverDocument' },
  taxiPermit: { required: false, expires: true, file: 'driverDocument' },
} as const satisfies Readonly<Record<string, DocumentKind>>

export type DocumentKindName = keyof typeof documentKinds
export const documentKindNames = Object.keys(documentKinds) as [DocumentKindName, ...DocumentKindName[]]
export const requiredDocuments = documentKindNames.filter((name) => documentKinds[name].required)

/** Days before its end at which a driver is reminded of a document [design/documents-9]. */
export const reminderDays = [30, 7, 1] as const

/** A document is never valid for longer than this, years: a typing error otherwise. */
export const longestYears = 50
