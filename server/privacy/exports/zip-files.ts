import { Zip, ZipDeflate } from 'fflate'

/** Files that are written piece by piece into one ZIP; only compressed bytes are held. */
export interface ZipFiles {
  open(name: string): { write(text: string): void; end(): void }
  /** The finished ZIP; all files must have ended. */
  finish(): Buffer
}

const encoder = new TextEncoder()

export const zipFiles = (): ZipFiles => {
  const chunks: Uint8Array[] = []
  let failed: Error | null = null
  const zip = new Zip((error, chunk) => {
    if (error) failed = error
    else chunks.push(chunk)
  })
  return {
    open: (name) => {
      const file = new ZipDeflate(name, { level: 6 })
      zip.add(file)
      return {
        write: (text) => file.push(encoder.encode(text)),
        end: () => file.push(new Uint8Array(0), true),
      }
    },
    finish: () => {
      zip.end()
      if (failed !== null) throw failed
      return Buffer.concat(chunks)
    },
  }
}
