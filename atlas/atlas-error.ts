export type AtlasErrorCode =
  /** The map file cannot be read: cut off, damaged, or of another kind. */
  | 'BAD_FILE'
  /** The map file is read, but no city can be made of it. */
  | 'BAD_MAP'
  | 'BAD_INPUT'
  | 'OUT_OF_REGION'
  /** No road within the snapping limit. */
  | 'NO_SEGMENT'
  | 'NO_ROUTE'
  | 'NOT_FOUND'

/** The one error atlas throws on purpose. The message is one line and says what to do where something can be done. */
export class AtlasError extends Error {
  readonly code: AtlasErrorCode
  constructor(code: AtlasErrorCode, message: string) {
    super(message)
    this.name = 'AtlasError'
    this.code = code
  }
}
