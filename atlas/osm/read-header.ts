import { basename } from 'node:path'
import { AtlasError } from '../atlas-error.ts'
import { decodeHeader } from './decode-block.ts'
import type { FileHeader } from './decode-block.ts'
import { guarded, readBlocks } from './read-blocks.ts'

/**
 * The header of an .osm.pbf file, which is its first block.
 * @throws AtlasError BAD_FILE
 */
export const readHeader = (file: string): FileHeader => {
  const name = basename(file)
  for (const { bytes } of readBlocks(file)) return guarded(name, true, () => decodeHeader(bytes))
  throw new AtlasError('BAD_FILE', `${name} is empty.`)
}
