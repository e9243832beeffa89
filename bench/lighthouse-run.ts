import { launch } from 'chrome-launcher'
import lighthouse from 'lighthouse'

export interface LighthouseRun {
  /** 0 to 100 */
  readonly scores: Readonly<Record<'performance' | 'accessibility' | 'best-practices' | 'seo', number>>
  /** ms; layout shift without a unit */
  readonly fcp: number
  readonly lcp: number
  readonly tbt: number
  readonly cls: number
  /** requested addresses, without the host */
  readonly loaded: readonly string[]
  /** how fast this machine was, by Lighthouse's own measure */
  readonly machine: number
}

interface NetworkItem {
  readonly url: string
}

const flags = [
  '--headless=new',
  '--no-sandbox',
  '--disable-background-networking',
  '--disable-dev-shm-usage',
  // Uses one process for the blank page and then for ours, since the recording is already running. A new process may
  // begin after the navigation, which is then missing (NO_NAVSTART, one run in ten on a busy machine).
  '--renderer-process-limit=1',
]

/** Lighthouse's default phone: slow 4G and a four times slower processor, simulated. */
export const runLighthouse = async (
  url: string,
  chromium: string,
  headers: Record<string, string> = {},
): Promise<LighthouseRun> => {
  const chrome = await launch({ chromePath: chromium, chromeFlags: flags, logLevel: 'silent' })
  try {
    const run = await lighthouse(url, {
      port: chrome.port,
      output: 'json',
      logLevel: 'error',
      extraHeaders: headers,
      disableStorageReset: true,
    })
    if (run === undefined || run.lhr.runtimeError !== undefined)
      throw new Error(`Lighthouse: ${run?.lhr.runtimeError?.message ?? 'no result'}`)
    const { audits, categories, environment } = run.lhr
    // a run without a trace has no figures: it must not count as a slow one
    const fault = audits['first-contentful-paint']?.errorMessage
    if (fault !== undefined) throw new Error(`Lighthouse: ${fault}`)
    const score = (name: string) => Math.round((categories[name]?.score ?? 0) * 100)
    const value = (name: string) => audits[name]?.numericValue ?? Number.POSITIVE_INFINITY
    const details = audits['network-requests']?.details as { items?: NetworkItem[] } | undefined
    return {
      scores: {
        performance: score('performance'),
        accessibility: score('accessibility'),
        'best-practices': score('best-practices'),
        seo: score('seo'),
      },
      fcp: value('first-contentful-paint'),
      lcp: value('largest-contentful-paint'),
      tbt: value('total-blocking-time'),
      cls: value('cumulative-layout-shift'),
      loaded: (details?.items ?? []).map(({ url: address }) => new URL(address).pathname),
      machine: environment.benchmarkIndex,
    }
  } finally {
    chrome.kill()
  }
}
