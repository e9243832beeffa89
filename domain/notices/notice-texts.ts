import texts from '../texts/en/notices.json' with { type: 'json' }

/** English texts of notices; `{{name}}` is a parameter. */
export const noticeTexts = { ...texts }

export type NoticeKey = keyof typeof noticeTexts
