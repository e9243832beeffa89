import { Zip, ZipDeflate, ZipPassThrough } from 'fflate'

/** Files that are written piece by piece into one ZIP; only compressed bytes are held. */
export interface ZipFiles {
  open(name: string): { write(content: string | Uint8Array): void; end(): void }
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
      // a picture is compressed already
      const file = name.endsWith('.jpg') ? new ZipPassThrough(name) : new ZipDeflate(name, { level: 6 })
      zip.add(file)
      return {
        write: (content) => file.push(typeof content === 'string' ? encoder.encode(content) : content),
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
