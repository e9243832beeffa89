import type { Variant } from '../booking/variant.ts'
import type { vehiclePictures } from '../fare/car-type-checks.ts'
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

/** The kinds that an installation asks for [design/documents-14]. */
export const documentKindsOf = ({ hasTaxiPermit }: Pick<Variant, 'hasTaxiPermit'>): readonly DocumentKindName[] =>
  documentKindNames.filter((kind) => hasTaxiPermit || kind !== 'taxiPermit')

/** The built-in picture of car types that need neither a plate nor a document [design/documents-13]. */
export const pictureWithoutPapers = 'bicycle' satisfies (typeof vehiclePictures)[number]

/** Whether a driver needs a plate and documents. `picture`: of the car type; null: it has none yet. */
export const needsPapers = (picture: string | null): boolean => picture !== pictureWithoutPapers

/**
 * Whether the end of a document pauses its driver while `pauseExpiredDrivers` is on [design/documents-10]. `picture`:
 * of the car type.
 */
export const pausesAtEnd = (kind: DocumentKindName, picture: string | null): boolean =>
  documentKinds[kind].required && needsPapers(picture)

/** Days before its end at which a driver is reminded of a document [design/documents-9]. */
export const reminderDays = [30, 7, 1] as const

/** The longest validity of a document, years; a later last day is a typing error. */
export const longestYears = 50
