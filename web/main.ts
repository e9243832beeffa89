import './styles.ts'
import { pause } from './platform/page/pause.ts'

/**
 * Holds back presses of the prerendered page, which does not listen yet. The function returned ends that and gives the
 * last pressed button.
 */
const holdPresses = (): (() => HTMLButtonElement | null) => {
  const holding = new AbortController()
  let pressed: HTMLButtonElement | null = null
  document.addEventListener(
    'click',
    (event) => {
      const button = event.target instanceof Element ? event.target.closest('button') : null
      if (button === null) return
      // also keeps the form from being submitted by the browser
      event.preventDefault()
      event.stopPropagation()
      pressed = button
    },
    { capture: true, signal: holding.signal },
  )
  return () => {
    holding.abort()
    return pressed
  }
}

/** A hidden page draws nothing; a slow picture is waited for this long. ms */
const patience = 400

/** The prerendered page has been drawn, with its picture if that has arrived. */
const drawn = (): Promise<unknown> => {
  const picture = document.querySelector<HTMLImageElement>('#root picture img')
  const frame = new Promise((done) => requestAnimationFrame(() => setTimeout(done)))
  return Promise.race([
    Promise.all([picture?.decode().catch(() => undefined), frame]),
    new Promise((done) => setTimeout(done, patience)),
  ])
}

const releasePresses = holdPresses()
// The app starts after the first paint, which its work would delay. All its files are requested at once (listed by
// prerender/prerender-plugin.ts); the libraries are evaluated separately, so that a slow phone stays responsive.
await drawn()
document.head.append(document.querySelector<HTMLTemplateElement>('#app-files')?.content ?? '')
await import('./libraries.ts')
await pause()
const { start } = await import('./start.tsx')
await start(releasePresses)
