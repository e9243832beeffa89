import { isDay } from '../kit/calendar-day.ts'
import type { Fault } from '../kit/check.ts'
import { documentKinds, longestYears, needsPapers, requiredDocuments, type DocumentKindName } from './document-kinds.ts'

/** open: the driver fills it in; sent: the office has it; refused: the driver may change it or appeal. */
export const applicationStates = ['open', 'sent', 'refused', 'approved'] as const
export type ApplicationState = (typeof applicationStates)[number]

export const documentStates = ['waiting', 'accepted', 'refused', 'replaced'] as const
export type DocumentState = (typeof documentStates)[number]

/** What the screens say about a document that was handed in; null: there is none. */
export const documentState = (
  document: { readonly state: DocumentState; readonly expired: boolean } | null,
): DocumentState | 'missing' | 'expired' =>
  document === null ? 'missing' : document.state === 'accepted' && document.expired ? 'expired' : document.state

export interface Vehicle {
  readonly carTypeId: string | null
  readonly vehicleMake: string | null
  readonly vehicleModel: string | null
  readonly vehicleNumber: string | null
  /** of its car type */
  readonly picture: string | null
}

export interface HandedIn {
  readonly kind: DocumentKindName
  readonly state: DocumentState
  /** ms */
  readonly submittedAt: number
}

const vehicleFields = ['carTypeId', 'vehicleMake', 'vehicleModel', 'vehicleNumber'] as const

/**
 * What an application still needs: fields of the vehicle, then kinds of documents, in the order of the page. A bicycle
 * needs only its type [design/documents-13].
 */
export const missingFor = (vehicle: Vehicle, documents: readonly HandedIn[]): string[] =>
  needsPapers(vehicle.picture)
    ? [
        ...vehicleFields.filter((field) => (vehicle[field] ?? '').trim() === ''),
        ...requiredDocuments.filter(
          (kind) =>
            !documents.some((one) => one.kind === kind && (one.state === 'waiting' || one.state === 'accepted')),
        ),
      ]
    : []

interface Sending {
  readonly state: ApplicationState
  /** when the office decided, ms */
  readonly decidedAt: number | null
  readonly vehicle: Vehicle
  readonly documents: readonly HandedIn[]
  readonly appeal: string
}

/**
 * Why an application cannot be sent [design/documents-5]: it is with the office or approved, something is missing, or
 * after a refusal neither a document is new nor an appeal is written.
 */
export const checkSending = ({ state, decidedAt, vehicle, documents, appeal }: Sending): Fault | null => {
  if (state === 'sent' || state === 'approved') return { key: 'application_sent', field: 'state' }
  const missing = missingFor(vehicle, documents)[0]
  if (missing !== undefined) return { key: 'application_incomplete', field: missing }
  const isNew = documents.some(({ submittedAt }) => submittedAt > (decidedAt ?? 0))
  if (state === 'refused' && !isNew && appeal.trim() === '') return { key: 'application_unchanged', field: 'appeal' }
  return null
}

/** Why an application cannot be approved: a required document is not accepted. */
export const checkApproval = (vehicle: Vehicle, documents: readonly HandedIn[]): Fault | null => {
  const accepted = documents.filter(({ state }) => state === 'accepted')
  const missing = missingFor(vehicle, accepted)[0]
  return missing === undefined ? null : { key: 'application_incomplete', field: missing }
}

/**
 * Why a document cannot have this last day: missing where its kind has one, not a day, past, or absurdly late. `today`
 * is the operator's day. A kind without a last day takes none.
 */
export const checkLastDay = (kind: DocumentKindName, expiresOn: string | undefined, today: string): Fault | null => {
  if (!documentKinds[kind].expires) return null
  if (expiresOn === undefined || !isDay(expiresOn)) return { key: 'document_date_needed', field: 'expiresOn' }
  if (expiresOn < today) return { key: 'document_has_expired', field: 'expiresOn' }
  if (Number(expiresOn.slice(0, 4)) > Number(today.slice(0, 4)) + longestYears)
    return { key: 'document_date_needed', field: 'expiresOn' }
  return null
}
