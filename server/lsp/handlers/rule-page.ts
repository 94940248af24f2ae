import { rulePage as pageOf } from '../../view/rule-page.ts';
import { answering } from './handler.ts';

export const rulePage = answering('explain', editor => ({ rule }) => {
  const found = editor().diagnosing.ruleOf(rule);
  return found ? pageOf(found) : null;
});
