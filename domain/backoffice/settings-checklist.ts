/** What a new installation needs, in the order in which an operator sets it up. */
export const checklistItems = [
  'company',
  'terms',
  'contact',
  'map',
  'car-types',
  'drivers',
  'cancel-reasons',
  'mail',
  'sms',
  'card',
] as const
export type ChecklistItem = (typeof checklistItems)[number]

/** What the server found; `map` covers the country that the place search is limited to. */
export type SetUpFacts = { readonly [Item in ChecklistItem]: boolean } & {
  readonly phoneSignIn: boolean
  /** bookings are paid by card before a search, as deliveries are */
  readonly paysUpFront: boolean
}

/** Without these no rider can book. */
const needed: readonly ChecklistItem[] = ['map', 'car-types', 'drivers']

/**
 * The rows of the checklist [design/settings-5]. SMS counts only where people sign in by phone. A card gateway is
 * needed where bookings are paid by card first.
 */
export const checklistOf = ({
  phoneSignIn,
  paysUpFront,
  ...facts
}: SetUpFacts): { item: ChecklistItem; done: boolean; needed: boolean }[] =>
  checklistItems
    .filter((item) => item !== 'sms' || phoneSignIn)
    .map((item) => ({ item, done: facts[item], needed: needed.includes(item) || (item === 'card' && paysUpFront) }))
