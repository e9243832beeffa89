import type { MessageKey } from '@remis/domain/messages/english'
import { useSettings } from '../platform/api/settings.ts'
import { readNumber } from '../platform/read-number.ts'

/** Reads a number as it was typed [design/web-136]; throws without a network. */
export const useFullNumber = () => {
  const operator = useSettings() ?? { country: '', restrictCountry: '' }
  return (typed: string): Promise<string> => readNumber(typed, operator)
}

/**
 * Replaces the text of the registration, which says to leave out the plus: the profile has no field for the country.
 */
export const contactText = (key: MessageKey): MessageKey | 'people_mobile_wrong' =>
  key === 'mobile_no_blank_error' ? 'people_mobile_wrong' : key
