import { readKnown } from '../platform/first-look.ts'
import { loadDraft, saveDraft, type BookingDraft } from './booking-draft.ts'
import { wakeCars } from './early-cars.ts'

/** The parts of the booking form that hold what somebody does, in the first reply and in the app alike. */
const partsOf = (form: HTMLFormElement) => {
  const [pickup, drop] = form.querySelectorAll<HTMLInputElement>('input[type=text]')
  const [now, later] = form.querySelectorAll<HTMLInputElement>('input[type=radio]')
  const car = form.querySelector<HTMLButtonElement>('button[role=combobox]')
  const book = form.querySelector<HTMLButtonElement>('button[type=submit]')
  return pickup && drop && now && later && car && book ? { pickup, drop, now, later, car, book } : null
}

type Parts = NonNullable<ReturnType<typeof partsOf>>
type Part = keyof Parts

let early: Parts | null = null
let focused: Part | null = null
let pressed = false
/** The mouse is down on it; a finger's click is made where it is lifted, by the browser itself. */
let held: Part | null = null

/**
 * Lets the form of the server's first reply be filled in before the app is there (decision 030): choices go into the
 * draft, which the app begins with; what is typed, where the reader is and whether Book was pressed it takes over.
 */
export const wakeForm = (): void => {
  const form = document.querySelector<HTMLFormElement>('#root form')
  const known = readKnown()
  const parts = form === null ? null : partsOf(form)
  if (form === null || parts === null) return
  early = parts
  const draft = loadDraft()
  const change = (part: Partial<BookingDraft>) => saveDraft({ ...loadDraft(), ...part, goOn: false })
  parts.pickup.defaultValue = draft.pickup?.add ?? ''
  parts.drop.defaultValue = draft.drop?.add ?? ''
  const chooseWhen = () => {
    for (const one of [parts.now, parts.later]) one.closest('label')?.toggleAttribute('data-on', one.checked)
    parts.book.textContent = known?.texts[parts.later.checked ? 'book_later' : 'book_now'] ?? parts.book.textContent
  }
  parts.later.checked = draft.later
  chooseWhen()
  for (const one of [parts.now, parts.later])
    one.addEventListener('change', () => {
      chooseWhen()
      change({ later: parts.later.checked })
    })
  if (known !== null)
    wakeCars({ button: parts.car, known, chosen: draft.carType, onChoose: (carType) => change({ carType }) })
  parts.book.disabled = false
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    pressed = true
  })
  const names = Object.keys(parts) as Part[]
  const partAt = (target: EventTarget | null) => names.find((name) => isOn(parts[name], target)) ?? null
  form.addEventListener('focusin', ({ target }) => (focused = partAt(target)))
  form.addEventListener('pointerdown', ({ target, pointerType }) => {
    held = pointerType === 'touch' ? null : partAt(target)
  })
  for (const end of ['pointerup', 'pointercancel']) document.addEventListener(end, () => (held = null))
  form.addEventListener('focusout', () =>
    // the focus that is lost when the app takes the form away is handed over: then the form is gone when this runs
    queueMicrotask(() => {
      if (form.isConnected && !form.contains(document.activeElement)) focused = null
    }),
  )
}

/** Whether what an event came to is this part or the words of its label. */
const isOn = (part: HTMLElement, target: EventTarget | null): boolean =>
  target instanceof Node && (part.closest('label') ?? part).contains(target)

/** What was typed into a field of the first reply and is no place yet. */
export const typedEarly = (field: 'pickup' | 'drop'): string | null => {
  const was = early?.[field]
  return was === undefined || was.value === was.defaultValue ? null : was.value
}

interface LeftBehind {
  /** Book was pressed */
  readonly pressed: boolean
  /** puts the reader where they were */
  readonly resume: (form: HTMLFormElement) => void
}

/** Once, as soon as the app's form stands in place of the first reply's; null where none was. */
export const takeEarlyForm = (): LeftBehind | null => {
  const was = early
  const [at, down] = [focused, held]
  early = null
  if (was === null) return null
  return {
    pressed,
    resume: (form) => {
      const parts = partsOf(form)
      // A press that began on the old part and ends on the new one is a click on neither.
      const under = down === null ? undefined : parts?.[down]
      if (under !== undefined)
        document.addEventListener('pointerup', ({ target }) => isOn(under, target) && under.click(), { once: true })
      const part = at === null ? undefined : parts?.[at]
      part?.focus()
      if (at === 'pickup' || at === 'drop') {
        // shows what is found for the words
        part?.click()
        ;(part as HTMLInputElement).setSelectionRange(was[at].selectionStart, was[at].selectionEnd)
      } else if (at === 'car' && was.car.ariaExpanded === 'true') part?.click()
    },
  }
}
