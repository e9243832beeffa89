export type AtlasErrorCode =
  /** The map file cannot be read: cut off, damaged, or of another format. */
  | 'BAD_FILE'
  /** The map file can be read but gives no usable region. */
  | 'BAD_MAP'
  | 'BAD_INPUT'
  | 'OUT_OF_REGION'
  /** No road within the snapping limit. */
  | 'NO_SEGMENT'
  | 'NO_ROUTE'
  | 'NOT_FOUND'

/** The only error that atlas throws deliberately. Its message is one line, with a remedy where there is one. */
export class AtlasError extends Error {
  readonly code: AtlasErrorCode
  constructor(code: AtlasErrorCode, message: string) {
    super(message)
    this.name = 'AtlasError'
    this.code = code
  }
}
