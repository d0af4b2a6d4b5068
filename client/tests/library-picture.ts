/** A picture of the library, as the view `picture_list` has it. */
export const libraryPicture = (id: string, change: object = {}) => ({
  id,
  name: `${id}.jpg`,
  path: `${id}/1.jpg`,
  width: 600,
  height: 400,
  alt_en: `A ridge, ${id}`,
  alt_fr: '',
  alt_ar: '',
  tags: [],
  uses: 0,
  ...change,
});
