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
] as const
export type ChecklistItem = (typeof checklistItems)[number]

/** What the server found; `map` covers the country that the place search is limited to. */
export type SetUpFacts = { readonly [Item in ChecklistItem]: boolean } & { readonly phoneSignIn: boolean }

/** Without these no rider can book. */
const needed: readonly ChecklistItem[] = ['map', 'car-types', 'drivers']

/** The rows of the checklist [design/settings-5]. SMS counts only where people sign in by phone. */
export const checklistOf = ({
  phoneSignIn,
  ...facts
}: SetUpFacts): { item: ChecklistItem; done: boolean; needed: boolean }[] =>
  checklistItems
    .filter((item) => item !== 'sms' || phoneSignIn)
    .map((item) => ({ item, done: facts[item], needed: needed.includes(item) }))
