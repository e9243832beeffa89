import './styles.ts'
import { wakeForm } from './booking-form/early-form.ts'
import { pause } from './platform/pause.ts'

/** A hidden page draws nothing, and a slow picture is not worth more patience. ms */
const patience = 400

/** The server's first look has been drawn, with its picture where that is there already. */
const drawn = (): Promise<unknown> => {
  const picture = document.querySelector<HTMLImageElement>('#root picture img')
  const frame = new Promise((done) => requestAnimationFrame(() => setTimeout(done)))
  return Promise.race([
    Promise.all([picture?.decode().catch(() => undefined), frame]),
    new Promise((done) => setTimeout(done, patience)),
  ])
}

wakeForm()
// The app wakes when that stands: its work would only hold up what there is to see. All its files are asked for at once
// (first-look-plugin.ts lists them); the libraries are taken up apart, in one go they would hold up a slow phone.
await drawn()
document.head.append(document.querySelector<HTMLTemplateElement>('#app-files')?.content ?? '')
await import('./libraries.ts')
await pause()
await import('./app.tsx')
