const physical =
  /(?<![\w-])-?(?:m[lr]|p[lr]|left|right)-(?:\d|[[(]|auto|full|px|gutter)|(?<![\w-])(?:border-[lr]|rounded-(?:[lr]|[tb][lr]))(?![\w])|(?<![\w-])(?:text|float|clear)-(?:left|right)(?![\w-])/;

/** A physical side is wrong in one of the two directions: ms-, pe-, start-, text-end instead. */
const noPhysicalSide = {
  create(context) {
    const check = (node, text) => {
      const [found] = physical.exec(text) ?? [];
      if (found !== undefined) context.report({ node, message: `${found} names a physical side` });
    };
    return {
      Literal: (node) => typeof node.value === 'string' && check(node, node.value),
      TemplateElement: (node) => check(node, node.value.raw),
    };
  },
};

/** Texts are messages of i18n, in three languages. One word may be a name. */
const noText = {
  create: (context) => ({
    JSXText: (node) =>
      /\p{L} \p{L}/u.test(node.value) && context.report({ node, message: 'a text outside i18n' }),
  }),
};

/** The rules of this client, for oxlint. */
export default {
  meta: { name: 'client' },
  rules: { 'no-physical-side': noPhysicalSide, 'no-text': noText },
};
