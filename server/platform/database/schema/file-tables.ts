import type { DocumentKindName } from '@remis/domain/driver-documents/document-kinds'
import type { StoredKind } from '@remis/domain/files/file-kinds'
import type { AtNow, AtOrNull, Null, Opt } from './column.ts'

/** A picture that a person uploaded; its bytes are in the storage [design/files-1]. */
export interface Files {
  id: string
  /** null: the operator's, a picture of a car type */
  owner_id: Null<string>
  kind: StoredKind
  /** of a picture of a delivery */
  booking_id: Null<string>
  /** in the storage */
  name: string
  bytes: number
  created_at: AtNow
  /** null: something uses it */
  loose_since: AtOrNull
}

/** A document that a driver handed in [design/documents-1]. */
export interface DriverDocuments {
  id: string
  driver_id: string
  kind: DocumentKindName
  file_id: string
  /** YYYY-MM-DD, the last day it is valid */
  expires_on: Null<string>
  expires_at: AtOrNull
  state: Opt<'waiting' | 'accepted' | 'refused' | 'replaced'>
  reason: Opt<string>
  submitted_at: AtNow
  /** when the office decided on it, or when a later one replaced it */
  decided_at: AtOrNull
  decided_by: Null<string>
  reminded: Null<number>
}

/** A driver's application to drive here [design/documents-5]. */
export interface DriverApplications {
  driver_id: string
  state: Opt<'open' | 'sent' | 'refused' | 'approved'>
  sent_at: AtOrNull
  decided_at: AtOrNull
  decided_by: Null<string>
  reason: Opt<string>
  appeal: Opt<string>
}
