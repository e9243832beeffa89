import type { CarTypeView } from '@remis/domain/fare/car-types-api'
import type { Known } from '../platform/first-look.ts'
import { vehicleImage } from '../ui/vehicles/vehicle-image.ts'

interface Early {
  readonly button: HTMLButtonElement
  readonly known: Known
  /** id of the car type that was chosen before */
  readonly chosen: string | null
  readonly onChoose: (carType: string | null) => void
}

/**
 * The select of car types before the app is there: CarTypeSelect's own list, rendered when the app was built with one
 * car in it (web/first-look), which is filled in here for each. Keys and roles as in ui/use-listbox.ts.
 */
export const wakeCars = ({ button, known, chosen, onChoose }: Early): void => {
  const shape = document.querySelector<HTMLTemplateElement>('#early-cars')?.content.firstElementChild
  const value = button.querySelector('span')
  if (!shape || value === null) return
  const drop = shape.cloneNode(true) as HTMLElement
  const list = drop.querySelector<HTMLElement>('[role=listbox]')
  const [none, one] = list?.children ?? []
  if (!list || !none || !one) return
  const ids = [null, ...known.carTypes.map(({ id }) => id)]
  const options = [none, ...known.carTypes.map((car) => optionOf(one, car, known.texts))] as HTMLElement[]
  list.id = 'early-cars-list'
  options.forEach((option, index) => (option.id = `early-car-${index}`))
  list.setAttribute('aria-labelledby', button.getAttribute('aria-labelledby')?.split(' ')[0] ?? '')
  list.replaceChildren(...options)

  let taken = Math.max(0, ids.indexOf(chosen))
  let active = taken
  const isOpen = () => drop.isConnected
  const mark = (index: number) => {
    active = index
    options.forEach((option, at) => option.toggleAttribute('data-active', at === index))
    button.setAttribute('aria-activedescendant', `early-car-${index}`)
  }
  const take = (index: number) => {
    taken = index
    options.forEach((option, at) => option.setAttribute('aria-selected', String(at === index)))
    value.replaceChildren(...[...(options[index]?.childNodes ?? [])].map((node) => node.cloneNode(true)))
  }
  const close = () => {
    drop.remove()
    button.removeAttribute('aria-activedescendant')
    button.removeAttribute('aria-controls')
    button.setAttribute('aria-expanded', 'false')
  }
  const open = () => {
    button.after(drop)
    button.setAttribute('aria-expanded', 'true')
    button.setAttribute('aria-controls', list.id)
    mark(taken)
  }
  const choose = (index: number) => {
    close()
    take(index)
    onChoose(ids[index] ?? null)
  }
  const step = (by: number) => {
    if (!isOpen()) return open()
    mark((active + by + options.length) % options.length)
    options[active]?.scrollIntoView({ block: 'nearest' })
  }
  const keys: Readonly<Record<string, (() => void) | undefined>> = {
    ArrowDown: () => step(1),
    ArrowUp: () => step(-1),
    Enter: () => (isOpen() ? choose(active) : open()),
    ' ': () => (isOpen() ? choose(active) : open()),
    Escape: close,
  }

  if (taken > 0) take(taken)
  button.disabled = false
  button.addEventListener('click', () => (isOpen() ? close() : open()))
  button.addEventListener('blur', () =>
    // when the app takes the form away while the list is open, it opens there again
    queueMicrotask(() => {
      if (button.isConnected) close()
    }),
  )
  button.addEventListener('keydown', (event) => {
    const act = keys[event.key]
    if (act === undefined) return
    event.preventDefault()
    act()
  })
  // the button keeps the focus while the list is pressed
  drop.addEventListener('mousedown', (event) => event.preventDefault())
  options.forEach((option, index) => {
    option.addEventListener('mousemove', () => mark(index))
    option.addEventListener('click', () => choose(index))
  })
}

const optionOf = (shape: Element, car: CarTypeView, texts: Known['texts']): Element => {
  const option = shape.cloneNode(true) as Element
  const name = option.querySelector('bdi')
  option.querySelector('img')?.setAttribute('src', vehicleImage(car.image))
  name?.replaceChildren(car.name)
  const more = document.createElement('bdi')
  more.append(car.extra_info)
  name?.nextElementSibling?.replaceChildren(
    seatsText(car.seats, texts),
    ...(car.extra_info === '' ? [] : [' · ', more]),
  )
  return option
}

const seatsText = (count: number, texts: Known['texts']): string => {
  const form = new Intl.PluralRules(document.documentElement.lang).select(count)
  return (texts[`seats_${form}`] ?? texts['seats_other'] ?? '').replace('{{count}}', String(count))
}
