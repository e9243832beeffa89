import type { GoogleMaps } from './google-types.ts'

export interface GoogleScript {
  /** restricted to this site's addresses at Google */
  readonly key: string
  /** of labels and controls; the first map of a page decides it */
  readonly language: string
  /** ISO 3166 alpha-2; empty: Google's default */
  readonly region: string
}

/** The part of `window` that the loader uses. */
export interface LoaderWindow {
  readonly document: Pick<Document, 'createElement'> & { readonly head: Pick<HTMLHeadElement, 'append'> }
  google?: { maps?: { importLibrary?: (name: string) => Promise<unknown> } }
  /** Google calls it when it refuses the key, also after the script has loaded. */
  gm_authFailure?: () => void
  [callback: `remisGoogleMaps${string}`]: unknown
}

/** A slower script is treated as missing, ms. */
export const mostLoadMs = 10_000
const callback = 'remisGoogleMapsLoaded'

export class GoogleMapsLoader {
  readonly #window: LoaderWindow
  readonly #ms: number
  #loading: Promise<GoogleMaps> | null = null
  #refused = false
  readonly #onRefused = new Set<() => void>()

  constructor(window: LoaderWindow, ms = mostLoadMs) {
    this.#window = window
    this.#ms = ms
  }

  /**
   * The API, loaded once per page [design/maps-97]. Rejects when the script does not load in time or Google refuses the
   * key; after a failed load the next map tries again, after a refused key none does.
   */
  load(script: GoogleScript): Promise<GoogleMaps> {
    if (this.#refused) return Promise.reject(new Error('Google refuses the key of its map.'))
    this.#loading ??= this.#start(script).catch((error: unknown) => {
      this.#loading = null
      throw error
    })
    return this.#loading
  }

  /** Calls back when Google refuses the key; returns the function that ends it. */
  onRefused(call: () => void): () => void {
    this.#onRefused.add(call)
    return () => void this.#onRefused.delete(call)
  }

  #start({ key, language, region }: GoogleScript): Promise<GoogleMaps> {
    const { document } = this.#window
    const address = new URL('https://maps.googleapis.com/maps/api/js')
    const more = region === '' ? {} : { region }
    address.search = String(new URLSearchParams({ key, v: 'quarterly', loading: 'async', callback, language, ...more }))
    const element = document.createElement('script')
    element.src = String(address)
    element.async = true
    this.#window.gm_authFailure = () => {
      this.#refused = true
      for (const call of this.#onRefused) call()
    }
    return new Promise((done, fail) => {
      const give = (reason: string) => {
        clearTimeout(timer)
        element.remove()
        fail(new Error(reason))
      }
      const timer = setTimeout(() => give('Google’s map did not load in time.'), this.#ms)
      element.onerror = () => give('Google’s map did not load.')
      this.#window[callback] = () => {
        const { importLibrary } = this.#window.google?.maps ?? {}
        if (importLibrary === undefined) return give('Google’s map loaded without its libraries.')
        importLibrary('maps').then(
          (maps) => {
            clearTimeout(timer)
            done(maps as GoogleMaps)
          },
          () => give('Google’s map did not load.'),
        )
      }
      document.head.append(element)
    })
  }
}
